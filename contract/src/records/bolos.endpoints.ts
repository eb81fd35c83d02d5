import { z } from 'zod'
import { lookupUnit } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam, trimmed } from '../values.ts'
import { Bolo, BoloEdit, BoloInput } from './bolos.ts'
import { bolosSwitch } from './bolos.settings.ts'

const onServer = z.object({ serverId: IdParam })
const byBolo = onServer.extend({ boloId: IdParam })
const access = lookupUnit('serverId')

export const listBolos = defineEndpoint({
  method: 'GET',
  path: '/api/bolos/:serverId',
  summary: 'The open BOLOs of a server, newest first',
  access,
  featureSwitch: bolosSwitch,
  params: onServer,
  response: z.array(Bolo),
})

export const createBolo = defineEndpoint({
  method: 'POST',
  path: '/api/bolos/:serverId',
  summary: 'Issue a BOLO; it carries the call its unit is on',
  access,
  featureSwitch: bolosSwitch,
  params: onServer,
  body: BoloInput,
  response: Bolo,
})

export const updateBolo = defineEndpoint({
  method: 'PUT',
  path: '/api/bolos/:serverId/:boloId',
  summary: 'Change a BOLO',
  access,
  featureSwitch: bolosSwitch,
  params: byBolo,
  body: BoloEdit,
  response: Bolo,
})

export const endBolo = defineEndpoint({
  method: 'POST',
  path: '/api/bolos/:serverId/:boloId/end',
  summary: 'Cancel a BOLO',
  access,
  featureSwitch: bolosSwitch,
  params: byBolo,
  body: z.object({ reason: trimmed(500, 'A reason has at most 500 characters').default('') }),
  response: z.object({}),
})
