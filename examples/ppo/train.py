"""PPO on Tutti's Gymnasium environment: an agent that learns Symphonimo until it beats ``greedy``.

    pip install '.[pettingzoo,torch]'
    python examples/ppo/train.py

One file, no framework beside PyTorch: a network with two heads, matches against the bot, the clipped objective.
Every so many updates the agent plays without chance in its moves, from both seats; it ends when the 95 % interval of
its share of wins lies above a half, or when ``--steps`` are used up.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Any

try:
    import gymnasium
    import numpy as np
    import torch
    from torch import nn
except ImportError as fault:
    raise SystemExit(
        f"{fault.name} is not installed. In the folder of Tutti: pip install '.[pettingzoo,torch]'"
    ) from None

ENVIRONMENT = "tutti.envs.solo:tutti/Symphonimo-v0"
NEVER = -1e9
"""The logit of an action that is not legal."""


class Agent(nn.Module):
    """What to do, and how good it is to be here."""

    def __init__(self, high: Any, actions: int, width: int = 128) -> None:
        super().__init__()
        self.register_buffer("scale", torch.as_tensor(np.maximum(high, 1), dtype=torch.float32))
        self.body = nn.Sequential(nn.Linear(len(high), width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        found = self.body(seen / self.scale)
        logits = torch.where(mask > 0, self.policy(found), torch.full_like(mask, NEVER))
        return torch.log_softmax(logits, -1), self.value(found).squeeze(-1)


def table(bot: str) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(ENVIRONMENT, players=2, seat=None, bots=bot, disable_env_checker=True)


def stacked(seen: list[dict[str, Any]]) -> tuple[torch.Tensor, torch.Tensor]:
    rows, masks = (np.stack([one[name] for one in seen]) for name in ("observation", "action_mask"))
    return torch.as_tensor(rows, dtype=torch.float32), torch.as_tensor(masks, dtype=torch.float32)


class Collector:
    """Many tables at once; what happened at them, step by step."""

    def __init__(self, agent: Agent, bot: str, tables: int, seed: int) -> None:
        self.agent = agent
        self.envs = [table(bot) for _ in range(tables)]
        self.seen = [env.reset(seed=seed + at)[0] for at, env in enumerate(self.envs)]

    @torch.no_grad()
    def collect(self, steps: int, discount: float = 0.997, trace: float = 0.95) -> dict[str, torch.Tensor]:
        rows: dict[str, list[torch.Tensor]] = {name: [] for name in ("seen", "mask", "action", "log", "value")}
        rewards, ends = np.zeros((steps, len(self.envs))), np.zeros((steps, len(self.envs)))
        for step in range(steps):
            seen, mask = stacked(self.seen)
            logs, value = self.agent(seen, mask)
            action = torch.multinomial(logs.exp(), 1).squeeze(-1)
            taken = logs.gather(1, action[:, None]).squeeze(-1)
            for name, one in zip(rows, (seen, mask, action, taken, value), strict=True):
                rows[name].append(one)
            for at, env in enumerate(self.envs):
                self.seen[at], rewards[step, at], over, _, _ = env.step(int(action[at]))
                if over:
                    ends[step, at] = 1
                    self.seen[at] = env.reset()[0]
        ahead = self.agent(*stacked(self.seen))[1].numpy()
        values = torch.stack(rows["value"]).numpy()
        gain, gains = np.zeros(len(self.envs)), np.zeros_like(rewards)
        for step in reversed(range(steps)):  # generalised advantage estimation
            going = 1 - ends[step]
            fault = rewards[step] + discount * ahead * going - values[step]
            gain = fault + discount * trace * going * gain
            gains[step] = gain
            ahead = values[step]
        flat = {name: torch.cat(one) for name, one in rows.items()}
        flat["gain"] = torch.as_tensor(gains, dtype=torch.float32).flatten()
        flat["goal"] = flat["gain"] + flat["value"]
        return flat


def improve(agent: Agent, optimiser: torch.optim.Optimizer, data: dict[str, torch.Tensor], clip: float = 0.2) -> None:
    """Some epochs of the clipped objective, with a value loss and a little entropy."""
    count = len(data["log"])
    gains = (data["gain"] - data["gain"].mean()) / (data["gain"].std() + 1e-8)
    for _ in range(4):
        for batch in torch.randperm(count).split(512):
            logs, value = agent(data["seen"][batch], data["mask"][batch])
            taken = logs.gather(1, data["action"][batch, None]).squeeze(-1)
            ratio = (taken - data["log"][batch]).exp()
            gain = gains[batch]
            surrogate = torch.minimum(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
            entropy = -(logs.exp() * logs.clamp(min=-50)).sum(-1).mean()
            loss = -surrogate + 0.5 * (value - data["goal"][batch]).square().mean() - 0.01 * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def tested(agent: Agent, bot: str, matches: int, seed: int) -> tuple[float, float, float]:
    """Share of wins without chance in its moves, with Wilson's 95 % interval; a shared win counts half."""
    env = table(bot)
    won = 0.0
    for number in range(matches):
        seen, _ = env.reset(seed=seed + number)
        over = False
        while not over:
            logs, _ = agent(*stacked([seen]))
            seen, reward, over, _, _ = env.step(int(logs.argmax()))
        won += reward + 0.5
    share, z = won / matches, 1.96
    middle = (share + z * z / (2 * matches)) / (1 + z * z / matches)
    half = z * math.sqrt(share * (1 - share) / matches + z * z / (4 * matches**2)) / (1 + z * z / matches)
    return share, middle - half, middle + half


def main() -> int:
    parser = argparse.ArgumentParser(description="PPO against a bot of Tutti.")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--steps", type=int, default=2_000_000, help="at most so many decisions (default 2,000,000)")
    parser.add_argument("--matches", type=int, default=400, help="of a test (default 400)")
    parser.add_argument("--every", type=int, default=20, help="updates between tests (default 20)")
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the agent's weights")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    space = table(asked.bot).observation_space
    assert isinstance(space, gymnasium.spaces.Dict)
    high, mask = space["observation"], space["action_mask"]
    assert isinstance(high, gymnasium.spaces.Box)
    assert mask.shape is not None
    agent = Agent(high.high, mask.shape[0])
    optimiser = torch.optim.Adam(agent.parameters(), lr=5e-4, eps=1e-5)
    collector = Collector(agent, asked.bot, asked.tables, 1_000_000 * asked.seed)
    done, update = 0, 0
    while done < asked.steps:
        improve(agent, optimiser, collector.collect(128))
        done += 128 * asked.tables
        update += 1
        if update % asked.every and done < asked.steps:
            continue
        share, low, up = tested(agent, asked.bot, asked.matches, 500_000_000 + done)
        print(f"{done:9,} decisions: wins {share:.1%} [{low:.1%} – {up:.1%}] of {asked.matches}", flush=True)
        if asked.save:
            torch.save(agent.state_dict(), asked.save)
        if low > 0.5:
            print(f"It beats {asked.bot}.")
            return 0
    print(f"It did not beat {asked.bot} within {asked.steps:,} decisions.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
