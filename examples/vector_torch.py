"""Policy gradient in torch: thousands of games at once, and nothing leaves the card.

python examples/vector_torch.py [cuda | cpu]
"""

import sys

import torch

import matou

device = sys.argv[1] if len(sys.argv) > 1 else "cuda"
env = matou.vector("catymini", n=16384 if device == "cuda" else 256, device=device)
env.reset(seed=1)
size, actions = env.observations.shape[1], env.masks.shape[1]
net = torch.nn.Sequential(
    torch.nn.Linear(size, 256), torch.nn.ReLU(), torch.nn.Linear(256, actions)
).to(device)
learn = torch.optim.Adam(net.parameters(), lr=1e-3)
for game in range(60):
    told = []  # how likely each action was, and whose
    while not told or not torch.from_dlpack(env.ended).all():  # all games are equally long
        seat = torch.from_dlpack(env.seats).long()
        logits = net(torch.from_dlpack(env.observations).float())
        logits = logits * (seat == 0)[:, None]  # seat 0 learns, seat 1 plays at random
        policy = torch.distributions.Categorical(
            logits=logits.masked_fill(torch.from_dlpack(env.masks) == 0, -1e9)
        )
        action = policy.sample()
        told.append(policy.log_prob(action) * (seat == 0))
        env.step(action)
    won = torch.from_dlpack(env.rewards)[:, 0]
    loss = -(sum(told) * (won - won.mean())).mean()
    learn.zero_grad()
    loss.backward()
    learn.step()
    print(f"after {game * env.n:,} games seat 0 wins {won.mean():.3f} of them")
