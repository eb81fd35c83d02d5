import {
  addEntitlement,
  listEntitlementProposals,
  listEntitlements,
  previewEntitlement,
  previewMember,
  removeEntitlement,
  saveNicknameTemplate,
} from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { route } from '../../../platform/http/route.ts'
import { previewMember as preview } from './entitlements.preview.ts'
import { listProposals } from './entitlements.proposal.ts'
import type { EntitlementService } from './entitlements.service.ts'

export const entitlementsPlugin: FastifyPluginAsync<{ db: Db; entitlements: EntitlementService }> = async (app, { db, entitlements }) => {
  route(app, listEntitlements, () => entitlements.list())
  route(app, addEntitlement, (actor, { body }) => entitlements.add(actor, body))
  route(app, removeEntitlement, (actor, { params }) => entitlements.remove(actor, params.entitlementId))
  route(app, saveNicknameTemplate, (actor, { params, body }) => entitlements.saveNickname(actor, params.departmentId, body))
  route(app, previewEntitlement, (actor, { body }) => entitlements.preview(actor, body))
  route(app, previewMember, (actor, { body }) => preview(db, actor, body))
  route(app, listEntitlementProposals, (actor, { query }) => listProposals(db, actor, query))
}
