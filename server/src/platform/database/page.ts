import { COUNT_LIMIT, type PageOf, type PageQuery } from '@tenfour/contract'

/** `counted` comes from a count that stops one past the limit, so that counting a long list costs no more than a short one. */
export const toPage = <T>(items: T[], counted: number, { page, pageSize }: PageQuery): PageOf<T> => ({
  items,
  total: Math.min(counted, COUNT_LIMIT),
  isTotalExact: counted <= COUNT_LIMIT,
  page,
  pageSize,
})
