import { errors } from '../api-error.ts'
import type { Interactions } from '../interactions.ts'
import { messageJson } from '../json.ts'
import { NO_CONTENT, ok, type Route } from './routes.ts'
import type { World } from '../world.ts'

/** Answers to interactions. They carry a token of their own in the path, not the bot's. */
export function interactionRoutes(world: World, interactions: Interactions): Route[] {
  const tokenOf = (param: (name: string) => string): string => {
    if (param('application') !== world.clientId) throw errors.unknownWebhook()
    return param('token')
  }
  const messagePath = '/webhooks/:application/:token/messages/:message'
  return [
    {
      method: 'POST',
      path: '/interactions/:interaction/:token/callback',
      bucket: 'interaction',
      auth: 'none',
      handle: ({ param, query, body, files }) => {
        const response = interactions.callback(param('interaction'), param('token'), body, files)
        return query.get('with_response') === 'true' ? ok(response) : NO_CONTENT
      },
    },
    {
      method: 'POST',
      path: '/webhooks/:application/:token',
      bucket: 'webhook',
      auth: 'none',
      handle: ({ param, body, files }) => ok(messageJson(interactions.followUp(tokenOf(param), body, files), world)),
    },
    {
      method: 'GET',
      path: messagePath,
      bucket: 'webhook',
      auth: 'none',
      handle: ({ param }) => ok(messageJson(interactions.read(tokenOf(param), param('message')), world)),
    },
    {
      method: 'PATCH',
      path: messagePath,
      bucket: 'webhook',
      auth: 'none',
      handle: ({ param, body, files }) => ok(messageJson(interactions.edit(tokenOf(param), param('message'), body, files), world)),
    },
    {
      method: 'DELETE',
      path: messagePath,
      bucket: 'webhook',
      auth: 'none',
      handle: ({ param }) => {
        interactions.remove(tokenOf(param), param('message'))
        return NO_CONTENT
      },
    },
  ]
}
