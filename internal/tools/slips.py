#!/usr/bin/env python3
"""Slips that authors make in cells, on the real kernel: each costs one sentence, at the cell and line, and no more.

    slips.py [--times]       exit code 1, and what went wrong, if a slip did

After each slip the kernel must live, its declarations must be there, and the next cell must run. A line of the message
is written as the notebook shows it: "Cell[n]: Line l: ...", with "here" for the number of the cell that slipped.
"""

import argparse
import json
import os
import re
import sys
import tempfile
import threading
import time
from pathlib import Path

from jupyter_client.manager import KernelManager

ROOT = Path(__file__).resolve().parents[2]

# The declarations of an author: a model in which each slip changes one line.
MODEL = """type state struct{ X []float64; Mu float64 }

func flat(*rand.Rand) (*state, error) { return &state{X: make([]float64, 3)}, nil }

func one(update func(*rand.Rand, *state) error) sampler.Model[state] {
	return sampler.Model[state]{
		Init:   flat,
		Blocks: []sampler.Block[state]{{Name: "x", Update: update}},
		Params: []sampler.Param[state]{{Name: "mu", Read: func(s *state, dst []float64) { dst[0] = s.Mu }}},
	}
}

func fine(r *rand.Rand, s *state) error { s.Mu = r.NormFloat64(); return nil }

func set() sampler.Settings { return sampler.Settings{Chains: 2, Warmup: 10, Draws: 20, Seed: 1} }

func post() *sampler.Trace { return nb.Run(one(fine), set()) }"""
