// HTTPS requests to Square.
import { type Deadline, deadlineIn } from '#server/deadline.ts';

const API_VERSION = '2026-01-22';
const MAX_ATTEMPTS = 3;

export type SquareClient = {
  apiUrl: string;
  accessToken: string;
  /** Timeout of one attempt, and the pause before the next. */
  timing: { tryMs: number; pauseMs: number };
};

/** Status and body of a response; undefined if there was no readable response. */
export type Reply = { status: number; body: unknown } | undefined;
type Request = { method?: 'GET' | 'POST'; path: string; body?: object; deadline: Deadline };

export async function sendRequest(
  { apiUrl, accessToken, timing }: SquareClient,
  { method = 'POST', path, body, deadline }: Request,
  onSent = () => {},
): Promise<Reply> {
  try {
    const response = await fetch(apiUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'square-version': API_VERSION,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(deadline.remainingMs(), timing.tryMs)))),
    });
    onSent();
    return { status: response.status, body: await response.json() };
  } catch (error) {
    if (!wasNeverSent(error)) onSent();
    return undefined;
  }
}

/**
 * Repeats the same bytes until the reply is final. 'never sent': no attempt reached Square, so nothing can have happened.
 * Undefined: some attempt had no clear reply, and none after it settled the matter.
 */
export async function sendWithRetry(
  client: SquareClient,
  request: Request,
  isFinal: (reply: NonNullable<Reply>) => boolean,
): Promise<Reply | 'never sent'> {
  const { tryMs, pauseMs } = client.timing;
  let sent = false;
  let unclear = false;
  for (let attempt = 1; ; attempt += 1) {
    const reply = await sendRequest(client, { ...request, deadline: deadlineIn(tryMs, request.deadline) }, () => {
      sent = true;
    });
    // A refusal says nothing about an earlier attempt whose reply was lost.
    if (reply && isFinal(reply)) return unclear && reply.status !== 200 ? undefined : reply;
    if (sent && reply?.status !== 429) unclear = true;
    if (attempt === MAX_ATTEMPTS || request.deadline.remainingMs() < pauseMs)
      return unclear ? undefined : sent ? reply : 'never sent';
    await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
  }
}

const connectErrors = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'];

function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && connectErrors.includes(String(cause.code));
}
