import { z } from 'zod'

export const LIST_TABS = ['mine', 'others', 'active', 'closed', 'drafts'] as const
export type ListTab = (typeof LIST_TABS)[number]

/**
 * In addition to the list's own parameters, which the list reads itself. Without a tab, what waits for one: nothing is added to the address of
 * the page. Apart from the rest, because every page carries the routes.
 */
export const WarrantsSearch = z.looseObject({ tab: z.enum(LIST_TABS).optional().catch(undefined) })
