"""Holds job.json, a manifest of farm.Kubernetes, against the published schemas of Kubernetes, strictly: a field that a
schema does not know is an error. Writes what was done as kubernetes.json; the tests compare the manifest with it."""

import datetime
import hashlib
import importlib.metadata
import json
import sys

import kubernetes_validate as kv

VERSIONS = ("1.29", "1.31", "1.34", "1.37")

text = open("job.json", "rb").read()
job = json.loads(text)
for version in VERSIONS:
    kv.validate(job, version, strict=True)
    wrong = json.loads(text)
    wrong["spec"]["backoffLimitPerIndexes"] = wrong["spec"].pop("backoffLimitPerIndex")
    try:
        kv.validate(wrong, version, strict=True)
    except kv.ValidationError:
        continue
    sys.exit(f"the schema of {version} does not refuse a misspelt field")

print(json.dumps({
    "about": "job.json is valid for these versions of Kubernetes, and with a misspelt field it is not",
    "tool": "kubernetes-validate " + importlib.metadata.version("kubernetes-validate"),
    "versions": VERSIONS,
    "date": datetime.date.today().isoformat(),
    "sha256": hashlib.sha256(text).hexdigest(),
}, indent=1))
