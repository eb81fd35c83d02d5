import { z } from 'zod'
import { numberParam } from './values.ts'

export const PAGE_SIZES = [25, 50, 100] as const
/** Rows are counted up to this; longer lists show "1,000+", which keeps counting cheap. */
export const COUNT_LIMIT = 1000

/** Query parameters of every list. */
export const PageQuery = z.object({
  page: numberParam(1, 100_000).default(1),
  pageSize: numberParam(1, 100).default(25),
})
export type PageQuery = z.infer<typeof PageQuery>

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), isTotalExact: z.boolean(), page: z.int(), pageSize: z.int() })
export type PageOf<T> = { items: T[]; total: number; isTotalExact: boolean; page: number; pageSize: number }

export const SortDirection = z.enum(['asc', 'desc'])
