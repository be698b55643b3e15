import { type SubmitEvent, useState } from 'react';
import { formatShortDay } from '#contracts/dates.ts';
import type { ResaleCertificate as Certificate } from '#contracts/resale-certificates.ts';
import { RESALE_WARNING_DAYS } from '#contracts/resale-warning.ts';
import { download } from '#web/query/download.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, FieldFrame, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';

/** A brewery that resells pays no sales tax if its certificate is on file. */
export function ResaleCertificate({ id }: { id: number }) {
  const certificate = useQuery(query('GET /api/customers/:id/resale-certificate', { params: { id } }));
  return (
    <AsyncView
      state={certificate}
      loading="Loading certificate..."
      skeleton={<div className="skeleton admin-row-skeleton" />}
    >
      {({ data }) => (
        <>
          <h2 className="admin-section">Resale certificate</h2>
          {data ? <OnFile id={id} certificate={data} /> : <p>None on file.</p>}
          <details className="customer-edit">
            <summary className="text-link">{data ? 'Replace it or change its date' : 'Add a certificate'}</summary>
            <CertificateForm key={data?.uploaded_at} id={id} certificate={data} />
          </details>
        </>
      )}
    </AsyncView>
  );
}

function describe({ expires_on, days_left }: Certificate): string {
  if (days_left < 0) return `Expired on ${formatShortDay(expires_on)}. Ask for a new one.`;
  if (days_left > RESALE_WARNING_DAYS) return `Valid until ${formatShortDay(expires_on)}.`;
  const when = days_left === 0 ? 'today' : days_left === 1 ? 'tomorrow' : `in ${days_left} days`;
  return `Expires ${when}, on ${formatShortDay(expires_on)}. Ask for a new one.`;
}

function OnFile({ id, certificate }: { id: number; certificate: Certificate }) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const [asking, setAsking] = useState(false);
  const isDue = certificate.days_left <= RESALE_WARNING_DAYS;

  const remove = () =>
    submit(async () => {
      await mutate('DELETE /api/customers/:id/resale-certificate', { params: { id } });
      queryCache.update(`/api/customers/${id}/resale-certificate`, () => ({ data: null }));
      toast({ text: 'The resale certificate was removed.' });
    });

  async function save() {
    if (!(await download(`/api/customers/${id}/resale-certificate/file`)))
      toast({ text: "Couldn't download the certificate. Please try again.", variant: 'destructive' });
  }

  return (
    <>
      <p className={isDue ? 'resale-due' : undefined}>{describe(certificate)}</p>
      <div className="customer-buttons">
        <button className="button" type="button" onClick={() => void save()}>
          Download PDF
        </button>
        <button className="button" type="button" onClick={() => setAsking(true)}>
          Remove
        </button>
      </div>
      {asking && (
        <ConfirmDialog
          text={`Remove the resale certificate?${error.text && ` ${error.text}`}`}
          confirmLabel="Remove"
          busy={busy}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

function CertificateForm({ id, certificate }: { id: number; certificate: Certificate | null }) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const [file, setFile] = useState<File>();

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = { expires_on: fieldText(event.currentTarget, 'expires_on') };
    void submit(async () => {
      const { data } = await mutate('PUT /api/customers/:id/resale-certificate', {
        params: { id },
        form,
        certificate: file,
      });
      queryCache.update(`/api/customers/${id}/resale-certificate`, () => ({ data }));
      toast({ text: 'The resale certificate is on file.' });
    });
  }

  return (
    <form className="customer-form" method="post" noValidate onSubmit={save}>
      <FieldFrame
        label="Certificate"
        optional={certificate !== null}
        help={file?.name ?? 'PDF, up to 10 MB. Only staff can open it.'}
        error={error.fields.certificate}
      >
        {(control) => (
          <div className="file-input">
            <span className="button" aria-hidden="true">
              {file ? 'Choose another file' : 'Choose a file'}
            </span>
            <input
              {...control}
              type="file"
              name="certificate"
              accept="application/pdf,.pdf"
              onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
            />
          </div>
        )}
      </FieldFrame>
      <Field
        label="Valid until"
        name="expires_on"
        type="date"
        defaultValue={certificate?.expires_on ?? ''}
        error={error.fields.expires_on}
      />
      <FormError text={Object.values(error.fields).some(Boolean) ? undefined : error.text} />
      <button className="button button-gold" type="submit" aria-busy={busy} disabled={busy}>
        Save certificate
      </button>
    </form>
  );
}
