# Dosah as an image: built with npm in the first stage, run without a shell in the second one.
# These are tags. `npm run image` builds from what they name by digest (ops/image-bases.env) and refuses to build from
# anything else; a check may put images of its own in their place: --build-arg BASE_BUILD=… --build-arg BASE_RUN=…
ARG BASE_BUILD=docker.io/library/node:24-bookworm-slim
ARG BASE_RUN=gcr.io/distroless/nodejs24-debian12:nonroot

FROM ${BASE_BUILD} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The package `node` is for clones that run an older Node.js; this image has the right one already.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json LICENSE NOTICE ./
COPY bin bin
COPY src src
COPY knowledge knowledge
COPY assets assets
COPY ops/bundle.js ops/publish-nightly.js ops/
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund && rm ops/bundle.js
# Nobody debugs or compiles in the image: source maps and types are a tenth of it. Licences stay.
RUN find dist node_modules -type f \
  \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name .tsbuildinfo \) -delete
# The folders of the data and of the backups, owned by the user that the second stage runs as.
RUN mkdir /data /backups && chown 65532:65532 /data /backups

FROM ${BASE_RUN}
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE /app/NOTICE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/bin bin
COPY --from=build /app/dist dist
COPY --from=build /app/knowledge knowledge
COPY --from=build /app/assets assets
COPY --from=build /app/ops ops
COPY --from=build --chown=65532:65532 /data /data
COPY --from=build --chown=65532:65532 /backups /backups
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 65532
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then(a=>process.exit(a.ok?0:1),()=>process.exit(1))"]
# A young generation of 4 MB a half: 38 MB less memory for the same processor time (bench/README.md).
ENTRYPOINT ["/nodejs/bin/node", "--max-semi-space-size=4", "bin/dosah.js"]
CMD ["serve"]
