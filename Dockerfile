# syntax=docker/dockerfile:1
# One image for every service and for the command line, with the same artefact that `npm start` runs:
#   docker build --target sluice -t sluice .
#   docker run --rm -e MONGODB_URL=… -e REDIS_URL=… sluice doctor
# The target `sink` is the demo's buyer. No image contains the embedded MongoDB engine (development only, SSPL).

# A release passes the digest that the tag has on that day (.github/workflows/release.yml).
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

# ---- only the package.json files, so that the install layers are rebuilt only when dependencies change
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete \
  && find . -type d -empty -delete

# ---- the artefact, with a list for scanners of the packages in it (dist/sluice.cdx.json), and the documentation
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY --from=manifests /app ./
# Includes optional packages: the bundler is one for each platform. Not with --prefix, which would leave out the base image's
# own settings of npm (registry, certificates).
RUN npm ci --include=dev && (cd docs/.vitepress && npm ci --include=dev)
COPY . .
RUN npm run build && npm run docs

# ---- the few packages that the artefact does not contain
FROM ${NODE_IMAGE} AS modules
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --omit=dev --omit=optional --workspace=@sluice/unbundled

FROM ${NODE_IMAGE} AS sink-modules
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --omit=dev --omit=optional --workspace=@sluice/sink

FROM ${NODE_IMAGE} AS runtime
# Here and not in the command, so that a deployment may set other bounds.
ENV NODE_OPTIONS="--max-old-space-size=512 --max-semi-space-size=16"
ENV NODE_ENV=production MALLOC_ARENA_MAX=2
WORKDIR /app
# By number, so that Kubernetes can verify that it is not root.
USER 1000:1000

FROM runtime AS sink
COPY --from=sink-modules /app ./
COPY --from=build /app/scripts/sink/dist scripts/sink/dist
ENV SINK_HOST=0.0.0.0
EXPOSE 4800
CMD ["node", "scripts/sink/dist/main.js"]

# Last, because it is what is built without a target. packages/local/src/service-memory.ts explains the flags.
FROM runtime AS sluice
COPY --from=modules /app ./
COPY --from=build /app/services/dashboard/dist/public services/dashboard/dist/public
COPY --from=build /app/dist dist
EXPOSE 3000 3001 3010 3011 3012 3013 3014 3015 3016 3017 3018
ENTRYPOINT ["node", "--no-memory-reducer", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering", "dist/sluice.mjs"]
CMD ["--help"]
