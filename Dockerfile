FROM python:3.12-slim
WORKDIR /app
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements.lock
COPY . .
RUN pip install --no-cache-dir --no-deps --no-build-isolation . && useradd --system cartulary
USER cartulary
ENV HOST=0.0.0.0
EXPOSE 8000
CMD ["cartulary", "serve"]
