FROM python:3.13-slim
WORKDIR /app
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements.lock
COPY . .
RUN pip install --no-cache-dir --no-deps --no-build-isolation ./domain ./service \
    && useradd --system cartulary && install --directory --owner cartulary --mode 700 /data
USER cartulary
# The keys that sign are kept in DATA_DIR: mount a volume there.
ENV HOST=0.0.0.0 DATA_DIR=/data
EXPOSE 8000
CMD ["cartulary", "serve"]
