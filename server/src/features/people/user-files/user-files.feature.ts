import { checkUserFile, createFromUserFile } from '@tenfour/contract'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { createUserFileService } from './user-files.service.ts'

export function userFilesFeature(deps: Parameters<typeof createUserFileService>[0]): Feature {
  const files = createUserFileService(deps)
  return {
    name: 'user-files',
    routes: async (app) => {
      route(app, checkUserFile, (actor, { body }) => files.check(actor, body))
      route(app, createFromUserFile, (actor, { body, query }) => files.create(actor, body, query.accounts))
    },
  }
}
