import type { WarrantFilter, WarrantSummary } from '@tenfour/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { followWarrants, viewerOf, type WarrantNews } from './warrant-news.ts'
import { isNews, pageAfter, type WarrantPage } from './warrant-list.ts'
import { refreshLists, refreshWarrant, warrantQuery, warrantsQuery } from './warrants.queries.ts'

/**
 * Follows the list that is shown without loading it again: rows change where they are. Returns how many belong in it now that it does not
 * show, and a way to load them.
 */
export function useLiveList(filter: WarrantFilter): { readonly news: number; readonly loadNews: () => void } {
  const user = useSignedInUser()
  const key = JSON.stringify(filter)
  const [news, setNews] = useState<{ readonly key: string; readonly ids: readonly number[] }>({ key, ids: [] })
  const follow = useEffectEvent((change: WarrantNews) => {
    if ('isGap' in change) return reload()
    const { queryKey } = warrantsQuery(filter)
    const page = queryClient.getQueryData<WarrantPage>(queryKey)
    if (!page) return
    // It was made confidential, or is so no more: those who may know of it are told in the other room, for the others it is gone.
    if ('leftId' in change) return page.items.some(({ warrantId }) => warrantId === change.leftId) ? reload() : undefined
    const { warrant } = change
    const shown = { filter, viewer: viewerOf(user) }
    if (isNews(page, warrant, shown))
      setNews((before) => ({ key, ids: [...new Set([...(before.key === key ? before.ids : []), warrant.warrantId])] }))
    queryClient.setQueryData<WarrantPage>(queryKey, pageAfter(page, warrant, shown))
  })
  useEffect(() => followWarrants(user, follow), [user])
  const loadNews = () => {
    setNews({ key, ids: [] })
    reload(news.ids[0])
  }
  return { news: news.key === key ? news.ids.length : 0, loadNews }
}

/** Loads the lists again. If what had the focus is gone then, it goes to this warrant, or else to the first row. */
function reload(warrantId?: number): void {
  const focusRow = () => {
    if (document.activeElement !== document.body) return
    const row = document.querySelector<HTMLElement>(`[data-row="${warrantId}"]`) ?? document.querySelector<HTMLElement>('[data-row]')
    ;(row ?? document.getElementById('main'))?.focus()
  }
  refreshLists()
    .then(() => setTimeout(focusRow))
    .catch(reportError)
}

/** Loads the open warrant again when it has changed. */
export function useLiveWarrant(warrantId: number): void {
  const user = useSignedInUser()
  useEffect(() => {
    const isNewer = ({ version }: WarrantSummary) => version > (queryClient.getQueryData(warrantQuery(warrantId).queryKey)?.version ?? 0)
    return followWarrants(user, (change) => {
      const isOurs =
        'isGap' in change ||
        ('leftId' in change ? change.leftId === warrantId : change.warrant.warrantId === warrantId && isNewer(change.warrant))
      if (isOurs) refreshWarrant(warrantId).catch(reportError)
    })
  }, [user, warrantId])
}
