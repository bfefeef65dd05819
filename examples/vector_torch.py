"""PPO in plain torch, by playing against itself: all seats of many games at once.

    python examples/vector_torch.py                       # CPU, a few minutes
    python examples/vector_torch.py --device cuda         # arrays never leave the card

Each round plays one game in every row, then learns from all of its decisions four times.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from trained import GAME, UNITS, Progress

import matou

progress = Progress(__file__)
torch.manual_seed(progress.seed)
device = progress.device
env = matou.vector(GAME, n=512, device=device)
env.reset(seed=progress.seed)
size, actions = env.observations.shape[1], env.masks.shape[1]
body = nn.Sequential(nn.Linear(size, UNITS), nn.ReLU(), nn.Linear(UNITS, UNITS), nn.ReLU())
actor, critic = nn.Linear(UNITS, actions), nn.Linear(UNITS, 1)
net = nn.ModuleList([body, actor, critic]).to(device)
optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)


def policy(seen: Tensor, mask: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
    """Returns the probabilities of legal actions, and the return that the seat can expect."""
    hidden = body(torch.log1p(seen.float()))
    logits = actor(hidden).masked_fill(mask == 0, -1e9)
    return torch.distributions.Categorical(logits=logits), critic(hidden)[:, 0]


def play() -> list[Tensor]:
    """Plays a game in every row; returns its decisions, and what the game was worth to each."""
    steps = []
    while True:  # all games of Caty Mini are equally long, so that they end together
        # Copies, since the next step overwrites the arrays.
        seen, mask = (torch.from_dlpack(a).clone() for a in (env.observations, env.masks))
        seat = torch.from_dlpack(env.seats).long()
        with torch.no_grad():
            chances, _ = policy(seen, mask)
        action = chances.sample()
        steps.append((seen, mask, action, chances.log_prob(action), seat))
        env.step(action)
        if torch.from_dlpack(env.ended).all():
            break
    seen, mask, action, log, seat = (torch.stack(column) for column in zip(*steps, strict=True))
    returns = torch.from_dlpack(env.rewards)  # a column for each seat
    worth = returns.expand(len(steps), -1, -1).gather(2, seat[:, :, None])[:, :, 0]
    is_choice = mask.sum(2) > 1  # forced actions teach nothing
    return [column[is_choice] for column in (seen, mask, action, log, worth)]


def learn(seen: Tensor, mask: Tensor, action: Tensor, log: Tensor, worth: Tensor) -> None:
    with torch.no_grad():
        advantage = worth - policy(seen, mask)[1]  # better or worse than expected
    advantage = (advantage - advantage.mean()) / advantage.std()
    for _ in range(4):
        for part in torch.randperm(len(seen), device=device).split(2048):
            chances, value = policy(seen[part], mask[part])
            ratio = (chances.log_prob(action[part]) - log[part]).exp()
            gain = torch.min(ratio * advantage[part], ratio.clamp(0.8, 1.2) * advantage[part])
            missed = (value - worth[part]) ** 2
            loss = -gain.mean() + 0.5 * missed.mean() - 0.01 * chances.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


for played in range(0, progress.games, env.n):
    progress.show(played, [body[0], body[2], actor])
    learn(*play())
progress.show(progress.games, [body[0], body[2], actor])
