import { z } from 'zod'

export const REPORT_TABS = ['mine', 'approve', 'all', 'jail'] as const
export type ReportTab = (typeof REPORT_TABS)[number]

/** In addition to the table's own parameters, which the table reads itself. Apart from the rest, because every page carries the routes. */
export const ReportsSearch = z.looseObject({
  tab: z.enum(REPORT_TABS).default('mine').catch('mine'),
  department: z.coerce.number().pipe(z.int().positive()).optional().catch(undefined),
})
