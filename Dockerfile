# JupyterLab with the notebooks, for a user who is not root. All is fetched while the image is built; it then needs no
# network.
#
#     docker build -t gibbslab .
#     docker run --rm -it --network host gibbslab
#
# The server listens on the loopback interface only, so the container shares the host's. To publish a port, ask for it;
# the address that is printed still has the token in it:
#
#     docker run --rm -it -p 127.0.0.1:8888:8888 gibbslab make lab ARGS=--ip=0.0.0.0
# The tag may move. No digest was at hand when this was written. To hold the image, write golang:1.26-bookworm@sha256:…
# with the digest that `docker buildx imagetools inspect golang:1.26-bookworm` prints.
FROM golang:1.26-bookworm
COPY internal/tools/container.sh /usr/local/bin/
RUN container.sh system
USER learner
WORKDIR /home/learner/gibbslab
COPY --chown=learner . .
RUN container.sh project
CMD ["make", "lab"]
