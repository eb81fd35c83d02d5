import {
  addEntitlement,
  listEntitlementProposals,
  listEntitlements,
  previewEntitlement,
  previewLeaving,
  previewMember,
  removeEntitlement,
  saveNicknameTemplate,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { requestWhitelistPush } from '../../game/whitelist/whitelist.port.ts'
import { previewLeaving as previewOwnLeaving } from './entitlements.preview.departure.ts'
import { previewMember as preview } from './entitlements.preview.ts'
import { listProposals } from './entitlements.repo.ts'
import { createEntitlementService } from './entitlements.service.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly happened: Happened
}

export function entitlementsFeature({ db, background, happened }: Deps): Feature {
  const entitlements = createEntitlementService({ db, happened })
  return {
    name: 'entitlements',
    routes: async (app) => {
      route(app, listEntitlements, () => entitlements.list())
      route(app, addEntitlement, (actor, { body }) => entitlements.add(actor, body))
      route(app, removeEntitlement, (actor, { params }) => entitlements.remove(actor, params.entitlementId))
      route(app, saveNicknameTemplate, (actor, { params, body }) => entitlements.saveNickname(actor, params.departmentId, body))
      route(app, previewEntitlement, (actor, { body }) => entitlements.preview(actor, body))
      route(app, previewMember, (actor, { body }) => preview(db, actor, body))
      route(app, previewLeaving, (actor) => previewOwnLeaving(db, actor))
      route(app, listEntitlementProposals, (actor, { query }) => listProposals(db, actor, query))
    },
    jobs: [
      defineJob({
        name: 'entitled-whitelists',
        payload: z.object({}),
        schedule: '* * * * *',
        work: () => settleWhitelists(background.db),
      }),
    ],
  }
}

/** Entitlements that end with time disappear from the views by themselves. Whitelists are kept in the members' rows, which this brings up to date. */
export async function settleWhitelists(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ changed: number }>`select refresh_all_entitled() as changed`.execute(tx)
    if ((rows[0]?.changed ?? 0) > 0) await requestWhitelistPush(tx, {}, ['prod', 'dev'])
  })
}
