# The service as an image: `docker build -t galley .`. It needs the settings that the README lists.
FROM node:22-bookworm-slim AS build
WORKDIR /galley
COPY package.json package-lock.json ./
COPY dashboard/package.json dashboard/
COPY dev/package.json dev/
COPY docs/package.json docs/
COPY packages/astro/package.json packages/astro/
COPY packages/client/package.json packages/client/
COPY packages/create-galley/package.json packages/create-galley/
COPY packages/create-site/package.json packages/create-site/
COPY packages/mcp/package.json packages/mcp/
COPY packages/next/package.json packages/next/
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY dashboard dashboard
COPY docs docs
COPY packages packages
COPY tools/bundle-server.mjs tools/pack-client.mjs tools/write-commit.mjs tools/write-require-types.mjs tools/
# `--build-arg GALLEY_COMMIT=$(git rev-parse HEAD)`: the image has no git.
ARG GALLEY_COMMIT=
RUN npm run build
# The image has two of the workspaces. Links to the others are removed.
RUN npm prune --omit=dev \
  && find node_modules -maxdepth 1 -type l ! -name galley-mcp ! -name create-galley-site -delete \
  && rm -r packages/astro packages/client packages/create-galley packages/next packages/*/src packages/*/tsconfig.json

FROM node:22-bookworm-slim
ARG GALLEY_COMMIT=
LABEL org.opencontainers.image.title="Galley" \
  org.opencontainers.image.description="Headless content service: typed content, releases, a blog and a knowledge base over one strict REST API." \
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.revision="${GALLEY_COMMIT}" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.base.name="node:22-bookworm-slim"
ENV NODE_ENV=production
WORKDIR /galley
COPY package.json ./
COPY bin bin
COPY seeds seeds
COPY --from=build /galley/node_modules node_modules
COPY --from=build /galley/packages packages
COPY --from=build /galley/dist dist
# `docker exec CONTAINER galley key create ...`
RUN ln -s /galley/bin/galley.js /usr/local/bin/galley
# A number, so that a cluster can see that it is not root.
USER 1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/start.js"]
