import type { WarrantFilter, WarrantSummary } from '@tenfour/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { reportError } from '../../../../platform/errors/report.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { followWarrants, viewerOf, type WarrantNews } from './warrant-news.ts'
import { newsAfter, pageAfter, stillUnseen, type WarrantPage } from './warrant-list.ts'
import { noteChange, refreshLists, refreshWarrant, warrantQuery, warrantsQuery } from '../warrants.queries.ts'

/**
 * Follows the list that is shown without loading it again: rows change where they are. Returns how many belong in it now that it does not
 * show, and a way to load them.
 */
export function useLiveList(
  filter: WarrantFilter,
  loaded: WarrantPage | undefined,
  followNews = followWarrants,
): { readonly news: number; readonly loadNews: () => void } {
  const user = useSignedInUser()
  const key = JSON.stringify(filter)
  const [news, setNews] = useState<{ readonly key: string; readonly ids: readonly number[] }>({ key, ids: [] })
  const changeNews = (by: (ids: readonly number[]) => readonly number[]) =>
    setNews((before) => ({ key, ids: by(before.key === key ? before.ids : []) }))
  const clearNews = () => changeNews(() => [])

  const follow = useEffectEvent((change: WarrantNews) => {
    noteChange()
    if ('isGap' in change) {
      clearNews()
      return reload()
    }
    const { queryKey } = warrantsQuery(filter)
    const page = queryClient.getQueryData<WarrantPage>(queryKey)
    if (!page) return
    if ('leftId' in change) {
      // A warrant became confidential, or is no longer: members who may know of it hear of it in the other room, for the rest it is gone.
      changeNews((ids) => ids.filter((id) => id !== change.leftId))
      return page.items.some(({ warrantId }) => warrantId === change.leftId) ? reload() : undefined
    }
    const shown = { filter, viewer: viewerOf(user) }
    changeNews((ids) => newsAfter(ids, page, change.warrant, shown))
    queryClient.setQueryData<WarrantPage>(queryKey, pageAfter(page, change.warrant, shown))
  })
  useEffect(() => followNews(user, follow), [user, followNews])
  const unseen = news.key === key ? stillUnseen(news.ids, loaded) : []
  const loadNews = () => {
    clearNews()
    reload(unseen[0])
  }
  return { news: unseen.length, loadNews }
}

/** Loads the lists again. If what had the focus is gone then, it goes to this warrant, or else to the first row. */
function reload(warrantId?: number): void {
  const focused = document.activeElement
  const focusRow = () => {
    // No row had the focus, the row still has it, or the user has moved on.
    if (focused === null || focused === document.body || focused.isConnected || document.activeElement !== document.body) return
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
