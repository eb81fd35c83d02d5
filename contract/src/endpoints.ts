import {
  createAnnouncement,
  deleteAnnouncement,
  dismissAnnouncement,
  listAllAnnouncements,
  listAnnouncements,
  updateAnnouncement,
} from './announcements.ts'
import { login, logout, me, validate } from './auth.ts'
import {
  createDepartment,
  createRank,
  listManagedDepartments,
  orderDepartments,
  orderRanks,
  retireDepartment,
  retireRank,
  updateDepartment,
  updateRank,
} from './departments.manage.ts'
import { listDepartments, listRanks } from './departments.ts'
import { getHealth } from './health.ts'
import { listServers, saveServer } from './servers.ts'
import { completeSetup, getSetup } from './setup.ts'

/** Every call of the API. The server refuses to start while one of these has no handler. */
export const ENDPOINTS = {
  getHealth,
  getSetup,
  completeSetup,
  login,
  validate,
  me,
  logout,
  listDepartments,
  listRanks,
  listManagedDepartments,
  createDepartment,
  orderDepartments,
  updateDepartment,
  retireDepartment,
  createRank,
  orderRanks,
  updateRank,
  retireRank,
  listAnnouncements,
  listAllAnnouncements,
  dismissAnnouncement,
  createAnnouncement,
  updateAnnouncement,
  deleteAnnouncement,
  listServers,
  saveServer,
} as const
export type EndpointName = keyof typeof ENDPOINTS
