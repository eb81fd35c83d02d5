import { createUser, exportSelf, getUser, listUsers, saveTheme, searchUsers, setUserState, updateSelf, updateUser } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { UserList } from './users.list.ts'
import type { UserManagement } from './users.manage.ts'
import type { SelfService } from './users.self.ts'

type Options = { readonly list: UserList; readonly users: UserManagement; readonly self: SelfService }

export const usersPlugin: FastifyPluginAsync<Options> = async (app, { list, users, self }) => {
  route(app, listUsers, (actor, { params, query }) => list(actor.user, { ...query, ...params }))
  route(app, searchUsers, (actor, { params, body }) => list(actor.user, { ...body, ...params }))
  route(app, getUser, (actor, { params }) => users.get(actor, params.userId))
  route(app, createUser, (actor, { body }) => users.create(actor, body.user, body.password))
  route(app, updateUser, (actor, { params, body }) => users.update(actor, params.userId, body.user, params.updateDepts, body.password))
  route(app, setUserState, (actor, { params, body }) => users.setState(actor, params.userId, body))
  route(app, saveTheme, (actor, { body }) => self.saveTheme(actor, body.theme))
  route(app, updateSelf, (actor, { body }) => self.update(actor, body))
  route(app, exportSelf, (actor) => self.export(actor))
}
