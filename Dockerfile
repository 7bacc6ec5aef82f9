# A static binary in an empty image: no shell, no packages, not root.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=dev
RUN deploy/build.sh /out/factbot "$VERSION" && mkdir -p /out/data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/factbot /factbot
COPY --from=build --chown=65532:65532 /out/data /data
# Everything written goes to /data, so that the root can be read-only.
ENV FACTBOT_DATABASE_PATH=/data/factbot.db TMPDIR=/data
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s CMD ["/factbot", "health"]
ENTRYPOINT ["/factbot"]
CMD ["serve"]
