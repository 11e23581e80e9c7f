# syntax=docker/dockerfile:1
# One target per service, `operator` with the `sluice` command, and `sink` for the demo: docker build --target gateway .
# Production images hold compiled code and production dependencies only. The embedded MongoDB engine
# (development only, SSPL) is an optional dependency and never enters one.

# A release passes the digest that the tag has on that day (.github/workflows/release.yml).
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

# ---- only the package.json files, so that the install layers are rebuilt only when dependencies change
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete \
  && find . -type d -empty -delete

# ---- compile everything
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY --from=manifests /app ./
# Includes optional packages: the web console's bundler is one for each platform.
RUN npm ci --include=dev
COPY . .
RUN npm run build

# ---- the services' runtime dependencies, one layer that all services share
FROM ${NODE_IMAGE} AS service-modules
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --omit=dev --omit=optional \
  --workspace=@sluice/gateway --workspace=@sluice/qualification --workspace=@sluice/routing \
  --workspace=@sluice/delivery --workspace=@sluice/sms --workspace=@sluice/pixel \
  --workspace=@sluice/webhook --workspace=@sluice/dashboard \
  && rm -rf packages/embedded-mongo packages/launch packages/sink packages/testing packages/chaos \
    packages/client packages/local packages/cli scripts

# ---- the operator command's runtime dependencies
FROM ${NODE_IMAGE} AS operator-modules
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --omit=dev --omit=optional --workspace=@sluice/cli \
  && rm -rf packages/embedded-mongo packages/launch packages/sink packages/testing packages/chaos services scripts

# ---- the demo buyer's runtime dependencies; it is for trials, and part of no other image
FROM ${NODE_IMAGE} AS sink-modules
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --omit=dev --omit=optional --workspace=@sluice/sink \
  && rm -rf packages/embedded-mongo packages/launch packages/testing packages/chaos packages/client packages/local \
    packages/cli services scripts

FROM ${NODE_IMAGE} AS runtime
ENV NODE_ENV=production NODE_OPTIONS="--enable-source-maps --max-semi-space-size=8 --max-old-space-size=512"
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
# By number, so that Kubernetes can verify that it is not root.
USER 1000:1000

# ---- the workspaces that every service needs; packages/local/src/service-memory.ts explains the flags
FROM runtime AS service
COPY --from=service-modules /app ./
COPY --from=build /app/packages/contracts/dist packages/contracts/dist
COPY --from=build /app/packages/domain/dist packages/domain/dist
COPY --from=build /app/packages/batching/dist packages/batching/dist
COPY --from=build /app/packages/store/dist packages/store/dist
COPY --from=build /app/packages/providers/dist packages/providers/dist
COPY --from=build /app/packages/runtime/dist packages/runtime/dist
COPY --from=build /app/packages/pipeline/dist packages/pipeline/dist
COPY --from=build /app/packages/admin/dist packages/admin/dist

FROM service AS gateway
COPY --from=build /app/services/gateway/dist services/gateway/dist
EXPOSE 3000 3010
CMD ["node", "--no-memory-reducer", "services/gateway/dist/main.js"]

FROM service AS qualification
COPY --from=build /app/services/qualification/dist services/qualification/dist
EXPOSE 3011
CMD ["node", "--no-memory-reducer", "--max-semi-space-size=16", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering", "services/qualification/dist/main.js"]

FROM service AS routing
COPY --from=build /app/services/routing/dist services/routing/dist
EXPOSE 3012
CMD ["node", "--no-memory-reducer", "--max-semi-space-size=16", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering", "services/routing/dist/main.js"]

FROM service AS delivery
COPY --from=build /app/services/delivery/dist services/delivery/dist
EXPOSE 3013
CMD ["node", "--no-memory-reducer", "--max-semi-space-size=16", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering", "services/delivery/dist/main.js"]

FROM service AS sms
COPY --from=build /app/services/sms/dist services/sms/dist
EXPOSE 3014
CMD ["node", "--no-memory-reducer", "--max-semi-space-size=16", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering", "services/sms/dist/main.js"]

FROM service AS pixel
COPY --from=build /app/services/pixel/dist services/pixel/dist
EXPOSE 3015
CMD ["node", "--no-memory-reducer", "--max-semi-space-size=16", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering", "services/pixel/dist/main.js"]

FROM service AS webhook
COPY --from=build /app/services/webhook/dist services/webhook/dist
EXPOSE 3016
CMD ["node", "--no-memory-reducer", "--max-semi-space-size=16", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering", "services/webhook/dist/main.js"]

FROM service AS dashboard
COPY --from=build /app/services/dashboard/dist services/dashboard/dist
EXPOSE 3001 3018
CMD ["node", "--no-memory-reducer", "services/dashboard/dist/main.js"]

# docker run --rm -e MONGODB_URL=… -e REDIS_URL=… sluice/operator doctor
FROM runtime AS operator
COPY --from=operator-modules /app ./
COPY --from=build /app/packages/contracts/dist packages/contracts/dist
COPY --from=build /app/packages/domain/dist packages/domain/dist
COPY --from=build /app/packages/batching/dist packages/batching/dist
COPY --from=build /app/packages/store/dist packages/store/dist
COPY --from=build /app/packages/providers/dist packages/providers/dist
COPY --from=build /app/packages/runtime/dist packages/runtime/dist
COPY --from=build /app/packages/pipeline/dist packages/pipeline/dist
COPY --from=build /app/packages/admin/dist packages/admin/dist
COPY --from=build /app/packages/client/dist packages/client/dist
COPY --from=build /app/packages/local/dist packages/local/dist
COPY --from=build /app/packages/cli/dist packages/cli/dist
ENTRYPOINT ["node", "packages/cli/dist/main.js"]
CMD ["--help"]

FROM runtime AS sink
COPY --from=sink-modules /app ./
COPY --from=build /app/packages/sink/dist packages/sink/dist
ENV SINK_HOST=0.0.0.0
EXPOSE 4800
CMD ["node", "packages/sink/dist/main.js"]
