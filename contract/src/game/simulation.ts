import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { manageServers } from '../people/rights.ts'
import { Instant } from '../values.ts'

export const MAX_SIMULATED_UNITS = 4
/** A simulated game ends by itself after this. */
export const SIMULATION_HOURS = 12

/** The simulated game: units that drive about and answer calls, on a server of their own that counts nowhere. */
export const Simulation = z.object({
  serverId: z.int(),
  name: z.string(),
  startedAt: Instant,
  /** Call signs of its units. */
  units: z.array(z.string()),
  /** Whether its units have connected. */
  isOnline: z.boolean(),
})
export type Simulation = z.infer<typeof Simulation>

export const getSimulation = defineEndpoint({
  method: 'GET',
  path: '/api/simulation',
  summary: 'The simulated game, if one is running',
  access: manageServers,
  response: z.object({ simulation: Simulation.nullable() }),
})

export const startSimulation = defineEndpoint({
  method: 'POST',
  path: '/api/simulation',
  summary: `Start a simulated game with a few units, on a server of its own; there is one at a time, and it ends by itself after ${SIMULATION_HOURS} hours`,
  access: manageServers,
  body: z.object({
    units: z.int('Enter a whole number').min(1, 'At least one').max(MAX_SIMULATED_UNITS, `At most ${MAX_SIMULATED_UNITS}`),
  }),
  response: z.object({ simulation: Simulation }),
})

export const endSimulation = defineEndpoint({
  method: 'DELETE',
  path: '/api/simulation',
  summary: 'End the simulated game and delete its server, units, calls, positions and players',
  access: manageServers,
  response: z.object({}),
})
