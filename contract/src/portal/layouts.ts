import { z } from 'zod'
import { anyOf, cadDepartment, signedIn, staff } from '../access.ts'
import { UnitClass } from '../duty.ts'
import { defineEndpoint } from '../endpoint.ts'
import { DepartmentId } from '../people/departments.ts'
import { headsThisDepartment } from '../people/rights.ts'
import { countedList, IdParam, Instant, text, trimmed, Version, VersionParam } from '../values.ts'

/** Sizes of a desktop's window, the smallest first. */
export const DesktopSize = z.enum(['narrow', 'medium', 'wide', 'vast'])
export type DesktopSize = z.infer<typeof DesktopSize>

/** A panel's id. Layouts may name panels that this version does not have: they are left out. */
const PanelName = text(40).regex(/^[a-z][a-z-]*$/, 'A panel is named with small letters and hyphens')

const MAX_AREAS = 60
const MAX_TABS = 20
const MAX_LEVEL = 12

const LayoutArea = z.object({
  /** How deep the area lies, from 1. */
  level: z.int('Levels are whole numbers').min(1, 'Levels start at 1').max(MAX_LEVEL, `At most ${MAX_LEVEL} levels`),
  /** The area's part of its row or column, relative to the other parts. */
  share: z.number('A share is a number').positive('A share is more than 0').max(1_000_000, 'A share is at most 1,000,000'),
  /** The panels of a group of tabs. Without any it is a row or column of the areas after it that lie one level deeper. */
  tabs: countedList(z.array(PanelName).max(MAX_TABS, `At most ${MAX_TABS} panels in a group of tabs`)),
  /** The panel in front; empty for a row or column. */
  active: z.union([z.literal(''), PanelName], 'Name the panel in front'),
})
type LayoutArea = z.infer<typeof LayoutArea>

/** Each area lies directly in the last row or column above it, and no row or column is empty. */
const isTree = (areas: readonly LayoutArea[]): boolean =>
  areas.every(({ level, tabs }, index) => {
    const [before, after] = [areas[index - 1], areas[index + 1]]
    const holdsOthers = tabs.length > 0 || after?.level === level + 1
    return holdsOthers && (before === undefined ? level === 1 : level <= before.level + (before.tabs.length > 0 ? 0 : 1))
  })

/** How the panels of a desktop are arranged: rows and columns, whose direction alternates with each level, and groups of tabs. */
export const DesktopLayout = z.object({
  direction: z.enum(['row', 'column'], 'A layout begins with a row or a column'),
  areas: countedList(
    z
      .array(LayoutArea)
      .min(1, 'A layout has a panel at least')
      .max(MAX_AREAS, `At most ${MAX_AREAS} areas`)
      .refine(isTree, 'The areas of the layout do not fit together'),
  ),
})
export type DesktopLayout = z.infer<typeof DesktopLayout>

/** How many layouts a member keeps. */
export const MAX_DESKTOP_LAYOUTS = 20

const LayoutName = trimmed(40, 'A name has at most 40 characters').min(1, 'Enter a name')

/** A layout that a member keeps under a name. */
export const NamedLayout = z.object({
  layoutId: z.int(),
  name: z.string(),
  unitClass: UnitClass,
  layout: DesktopLayout,
  savedAt: Instant,
  version: z.int(),
})
export type NamedLayout = z.infer<typeof NamedLayout>

export const NamedLayoutInput = z.object({ name: LayoutName, unitClass: UnitClass, layout: DesktopLayout })
export type NamedLayoutInput = z.infer<typeof NamedLayoutInput>
export const NamedLayoutEdit = z.object({ name: LayoutName, layout: DesktopLayout, version: Version })
export type NamedLayoutEdit = z.infer<typeof NamedLayoutEdit>

/** The default layouts of the department that a member is on duty for: one for each size of window that it has one for. */
export const OwnDepartmentLayout = z.object({
  departmentId: DepartmentId,
  department: z.string(),
  unitClass: UnitClass,
  layouts: z.array(z.object({ size: DesktopSize, layout: DesktopLayout })),
})
export type OwnDepartmentLayout = z.infer<typeof OwnDepartmentLayout>

/** A default layout of a department, as members see it who may set it. */
export const DepartmentLayout = z.object({
  unitClass: UnitClass,
  size: DesktopSize,
  /** Where it was removed, the layout is as the portal came with it. */
  isSet: z.boolean(),
  setBy: z.string().nullable(),
  setAt: Instant,
  version: z.int(),
})
export type DepartmentLayout = z.infer<typeof DepartmentLayout>

export const DepartmentLayoutInput = z.object({
  unitClass: UnitClass,
  size: DesktopSize,
  /** Null for the layout as the portal came with it. */
  layout: DesktopLayout.nullable(),
  /** 0 where the department has none yet. */
  version: Version,
})
export type DepartmentLayoutInput = z.infer<typeof DepartmentLayoutInput>

/** The first field of an exported layout. */
export const LAYOUT_FILE_FORMAT = 'tenfour-desktop-layout'
export const LAYOUT_FILE_BYTES = 100_000
export const LayoutFile = z.object({
  format: z.literal(LAYOUT_FILE_FORMAT, 'This is not a file of a desktop layout'),
  version: z.literal(1, 'This file is of a newer version of the portal'),
  name: LayoutName,
  unitClass: UnitClass,
  layout: DesktopLayout,
})
export type LayoutFile = z.infer<typeof LayoutFile>

const usesDesktop = anyOf(cadDepartment, staff)
const byLayout = z.object({ layoutId: IdParam })
const byDepartment = z.object({ departmentId: IdParam })

export const listLayouts = defineEndpoint({
  method: 'GET',
  path: '/api/cad/layouts',
  summary: "The caller's own layouts of the desktop, by name",
  access: usesDesktop,
  response: z.array(NamedLayout),
})

export const createLayout = defineEndpoint({
  method: 'POST',
  path: '/api/cad/layouts',
  summary: `Keep a layout of the desktop under a name, at most ${MAX_DESKTOP_LAYOUTS} for each member`,
  access: usesDesktop,
  body: NamedLayoutInput,
  response: NamedLayout,
})

export const updateLayout = defineEndpoint({
  method: 'PUT',
  path: '/api/cad/layouts/:layoutId',
  summary: "Rename a layout of one's own, or replace it",
  access: usesDesktop,
  params: byLayout,
  body: NamedLayoutEdit,
  response: NamedLayout,
})

export const deleteLayout = defineEndpoint({
  method: 'DELETE',
  path: '/api/cad/layouts/:layoutId',
  summary: "Delete a layout of one's own",
  access: usesDesktop,
  params: byLayout,
  query: z.object({ version: VersionParam }),
  response: z.object({}),
})

export const getOwnDepartmentLayout = defineEndpoint({
  method: 'GET',
  path: '/api/cad/layouts/department',
  summary: 'The default layouts of the department that the caller is on duty for. Null off duty, and where it has none',
  access: signedIn,
  response: OwnDepartmentLayout.nullable(),
})

export const listDepartmentLayouts = defineEndpoint({
  method: 'GET',
  path: '/api/cad/layouts/departments/:departmentId',
  summary: 'The unit classes and sizes of window for which a department has a default layout, with who set it',
  access: headsThisDepartment,
  params: byDepartment,
  response: z.array(DepartmentLayout),
})

export const setDepartmentLayout = defineEndpoint({
  method: 'PUT',
  path: '/api/cad/layouts/departments/:departmentId',
  summary: "Set or remove a department's default layout for a unit class and a size of window",
  access: headsThisDepartment,
  params: byDepartment,
  body: DepartmentLayoutInput,
  response: z.array(DepartmentLayout),
})
