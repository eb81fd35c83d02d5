import type { Position } from '@tenfour/contract'

/** Of ten players, six drive, three walk and one stands still, with varying speeds and turns. Called every 250 ms. */
export function createTraffic(count: number): () => Map<number, Position> {
  let seed = 42
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  const players = Array.from({ length: count }, (_, index) => ({
    source: index + 1,
    kind: index % 10 < 6 ? ('car' as const) : index % 10 < 9 ? ('foot' as const) : ('stands' as const),
    x: random() * 8000 - 4000,
    y: random() * 12_000 - 4000,
    heading: random() * 360,
    speed: 0,
    wanted: 0,
    turning: 0,
  }))
  return () => {
    for (const player of players) {
      if (player.kind === 'stands') continue
      if (random() < 0.04) player.wanted = random() * (player.kind === 'car' ? 45 : 6)
      if (random() < 0.06) player.turning = random() < 0.6 ? 0 : (random() - 0.5) * (player.kind === 'car' ? 60 : 180)
      player.speed += Math.max(-2, Math.min(1.2, player.wanted - player.speed))
      player.heading = (player.heading + player.turning / 4 + 360) % 360
      player.x = wrap(player.x - Math.sin((player.heading * Math.PI) / 180) * (player.speed / 4), 4000)
      player.y = wrap(player.y + Math.cos((player.heading * Math.PI) / 180) * (player.speed / 4), 8000)
    }
    return new Map(players.map(({ source, x, y, heading }) => [source, { x, y, heading }]))
  }
}

/** Players who leave the island re-enter on the other side. */
const wrap = (value: number, limit: number) => (value > limit ? value - 2 * limit : value < -limit ? value + 2 * limit : value)
