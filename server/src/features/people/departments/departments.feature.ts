import type { Feature } from '../../../platform/feature.ts'
import { createDepartmentService, type DepartmentDeps } from './departments.manage.service.ts'
import { departmentsPlugin } from './departments.plugin.ts'

export const departmentsFeature = ({ db, publish, withUnits }: DepartmentDeps): Feature => ({
  name: 'departments',
  routes: (app) => departmentsPlugin(app, { db, departments: createDepartmentService({ db, publish, withUnits }) }),
})
