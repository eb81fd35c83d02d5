import { listSettings, type Setting, type SettingState } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'

const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(listSettings, { signal }),
  meta: { handled: true },
})

/** Every setting, updated live. */
export function useSettings() {
  useEffect(
    () =>
      subscribe(
        'settings',
        {},
        {
          onSnapshot: (states) => void queryClient.setQueryData(settingsQuery.queryKey, states),
          onDelta: ({ payload }) => keepStates(payload),
        },
      ),
    [],
  )
  return useQuery(settingsQuery)
}

export const keepStates = (changed: readonly SettingState[]): void =>
  void queryClient.setQueryData(settingsQuery.queryKey, (known) =>
    known?.map((state) => changed.find(({ key }) => key === state.key) ?? state),
  )

export const refetchSettings = (): Promise<void> => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })

export const fieldId = (key: string): string => `setting-${key}`

/** After the page has been drawn again: the button that was pressed may be gone by then. */
export const focusField = (key: string): void => void requestAnimationFrame(() => document.getElementById(fieldId(key))?.focus())

/** A portal of another version, during an upgrade, may know more or fewer settings than this page. */
export const knownSettings = (settings: readonly Setting[], states: readonly SettingState[]): { setting: Setting; state: SettingState }[] =>
  settings.flatMap((setting) => {
    const state = states.find(({ key }) => key === setting.key)
    return state ? [{ setting, state }] : []
  })
