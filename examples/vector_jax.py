"""Policy gradient in JAX: thousands of games at once, and nothing leaves the card.

python examples/vector_jax.py [cuda | cpu]
"""

import sys

import jax
import jax.numpy as jnp

import matou

device = sys.argv[1] if len(sys.argv) > 1 else "cuda"
env = matou.vector("catymini", n=16384 if device == "cuda" else 256, device=device)
env.reset(seed=1)
size, actions = env.observations.shape[1], env.masks.shape[1]
keys = jax.random.split(jax.random.PRNGKey(1), 3)
net = [jax.random.normal(keys[0], (size, 256)) * size**-0.5, jnp.zeros((256, actions))]


def policy(net, seen, mask, seat):
    logits = jax.nn.relu(seen.astype(jnp.float32) @ net[0]) @ net[1]
    logits = logits * (seat == 0)[:, None]  # seat 0 learns, seat 1 plays at random
    return jnp.where(mask > 0, logits, -1e9)


@jax.jit
def improved(net, told, share):
    def loss(net):
        total = 0.0
        for seen, mask, seat, action in told:
            log = jax.nn.log_softmax(policy(net, seen, mask, seat))
            total -= (
                jnp.take_along_axis(log, action[:, None], 1)[:, 0] * share * (seat == 0)
            ).mean()
        return total

    return [w - 0.05 * g for w, g in zip(net, jax.grad(loss)(net), strict=True)]


key = keys[2]
for game in range(60):
    told = []
    while not told or not jnp.from_dlpack(env.ended).all():  # all games are equally long
        key, now = jax.random.split(key)
        # Kept longer than until the next step, so copied.
        shown = [jnp.array(jnp.from_dlpack(a)) for a in (env.observations, env.masks, env.seats)]
        action = jax.random.categorical(now, policy(net, *shown))
        told.append((*shown, action))
        env.step(action)
    won = jnp.from_dlpack(env.rewards)[:, 0]
    net = improved(net, told, won - won.mean())
    print(f"after {game * env.n:,} games seat 0 wins {won.mean():.3f} of them")
