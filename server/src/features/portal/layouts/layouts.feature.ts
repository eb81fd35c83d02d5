import {
  createLayout,
  deleteLayout,
  getOwnDepartmentLayout,
  listDepartmentLayouts,
  listLayouts,
  setDepartmentLayout,
  updateLayout,
} from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import * as repo from './layouts.repo.ts'
import { createLayoutService } from './layouts.service.ts'

/** Layouts of the desktop: those that members keep under a name, and the defaults of departments. */
export function layoutsFeature({ db }: { readonly db: Db }): Feature {
  const layouts = createLayoutService({ db })
  return {
    name: 'layouts',
    routes: async (app) => {
      route(app, listLayouts, ({ userId }) => repo.layoutsOf(db, userId))
      route(app, createLayout, (actor, { body }) => layouts.create(actor, body))
      route(app, updateLayout, (actor, { params, body }) => layouts.update(actor, params.layoutId, body))
      route(app, deleteLayout, (actor, { params, query }) => layouts.delete(actor, params.layoutId, query.version))
      route(app, getOwnDepartmentLayout, ({ userId }) => repo.layoutsOnDuty(db, userId))
      route(app, listDepartmentLayouts, (_actor, { params }) => layouts.ofDepartment(params.departmentId))
      route(app, setDepartmentLayout, (actor, { params, body }) => layouts.setForDepartment(actor, params.departmentId, body))
    },
    accountExport: {
      desktopLayouts: async ({ userId }) =>
        (await repo.layoutsOf(db, userId)).map(({ name, unitClass, layout, savedAt }) => ({ name, unitClass, layout, savedAt })),
    },
  }
}
