# The image that a release has (.goreleaser.yaml): the program and nothing else.
# It runs as nobody in particular, and with --read-only: what is written goes to
# the folder that is mounted at /work, and to the volume at /cache.
FROM scratch
ARG TARGETPLATFORM
COPY dist-pages/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY LICENSE /LICENSE
COPY $TARGETPLATFORM/backstory /backstory
ENV HOME=/work XDG_CACHE_HOME=/cache TMPDIR=/cache
USER 65532:65532
# What makes a folder here, and gives it to the user.
WORKDIR /cache
VOLUME /cache
WORKDIR /work
ENTRYPOINT ["/backstory"]
