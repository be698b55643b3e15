# A small image of the shop. It needs a volume for /data (embedded database, uploads), or DATABASE_URL and S3_BUCKET.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/build.ts && npm ci --omit=dev

FROM node:26.10.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Same as `npm start`: less memory under load.
ENV NODE_OPTIONS="--max-old-space-size=512 --max-semi-space-size=8" MALLOC_ARENA_MAX=1
WORKDIR /shop
COPY --from=build /shop/package.json ./
COPY --from=build /shop/node_modules node_modules
COPY --from=build /shop/contracts contracts
COPY --from=build /shop/content content
COPY --from=build /shop/server server
COPY --from=build /shop/cli cli
COPY --from=build /shop/scripts/launcher.mjs scripts/launcher.mjs
COPY --from=build /shop/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# On SIGTERM the shop finishes requests in progress, for up to ten seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/shop/main.js"]
