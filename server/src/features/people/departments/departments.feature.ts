import {
  answerCapabilityOffer,
  createDepartment,
  createRank,
  getCapabilityOffer,
  listDepartments,
  listManagedDepartments,
  listRanks,
  orderDepartments,
  orderRanks,
  retireDepartment,
  retireRank,
  updateDepartment,
  updateRank,
} from '@tenfour/contract'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { createDepartmentService, type DepartmentDeps } from './departments.manage.service.ts'
import { createCapabilityOffer } from './departments.offer.ts'
import { createRankService } from './departments.ranks.service.ts'
import * as repo from './departments.repo.ts'

export function departmentsFeature({ db, publish, withUnits }: DepartmentDeps): Feature {
  const departments = createDepartmentService({ db, publish, withUnits })
  const ranks = createRankService({ db })
  const offer = createCapabilityOffer({ db })
  return {
    name: 'departments',
    routes: async (app) => {
      route(app, listDepartments, (actor, { params }) => repo.departments(db, params.showAllDepts ? undefined : actor.userId))
      route(app, listRanks, (_actor, { params }) => repo.ranks(db, params.deptId, params.includeReserves))

      route(app, listManagedDepartments, () => departments.list())
      route(app, createDepartment, (actor, { body }) => departments.create(actor, body))
      route(app, orderDepartments, (actor, { body }) => departments.order(actor, body.departmentIds))
      route(app, updateDepartment, (actor, { params, body }) => departments.update(actor, params.departmentId, body))
      route(app, retireDepartment, (actor, { params, body }) => departments.retire(actor, params.departmentId, body))

      route(app, createRank, (actor, { params, body }) => ranks.create(actor, params.departmentId, body))
      route(app, orderRanks, (actor, { params, body }) => ranks.order(actor, params.departmentId, body.rankIds))
      route(app, updateRank, (actor, { params, body }) => ranks.update(actor, params.rankId, body))
      route(app, retireRank, (actor, { params, body }) => ranks.retire(actor, params.rankId, body))
      route(app, getCapabilityOffer, () => offer.read())
      route(app, answerCapabilityOffer, (actor, { body }) => offer.answer(actor, body.isAccepted))
    },
  }
}
