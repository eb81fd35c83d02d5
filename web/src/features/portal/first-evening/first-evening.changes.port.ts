import {
  choosePlayedDepartments,
  goWithoutDiscord as sayWithoutDiscord,
  communityNameSetting,
  listSettings,
  saveSetting,
  showFirstEvening,
  timeZoneSetting,
  type FirstEvening,
} from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { setCommunityName } from '../../../platform/config/config.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { firstEveningQuery } from './use-first-evening.port.ts'

/** A read that began before the change would bring back the steps as they were. */
async function keep(evening: FirstEvening): Promise<void> {
  await queryClient.cancelQueries({ queryKey: firstEveningQuery.queryKey })
  queryClient.setQueryData(firstEveningQuery.queryKey, evening)
}

export async function showSteps(isOpen: boolean): Promise<void> {
  await keep(await call(showFirstEvening, { body: { isOpen } }))
}

export async function goWithoutDiscord(isWithoutDiscord: boolean): Promise<void> {
  await keep(await call(sayWithoutDiscord, { body: { isWithoutDiscord } }))
}

/** All other departments are retired. */
export async function playDepartments(departmentIds: readonly number[]): Promise<void> {
  const evening = await call(choosePlayedDepartments, { body: { departmentIds: [...departmentIds] } })
  await queryClient.invalidateQueries({ queryKey: ['departments'] })
  await keep(evening)
}

/** Saves what differs from the settings as they are now. */
export async function saveIdentity({ name, zone }: { readonly name: string; readonly zone: string }): Promise<void> {
  const states = await call(listSettings)
  for (const [{ key }, value] of [
    [communityNameSetting, name],
    [timeZoneSetting, zone],
  ] as const) {
    const state = states.find((each) => each.key === key)
    // A name that was never chosen is saved even if it is the default.
    const isChosen = state?.value === value && (state.source !== 'default' || key === timeZoneSetting.key)
    if (state && !isChosen) await call(saveSetting, { params: { key }, body: { value, version: state.version } })
  }
  setCommunityName(name)
  await refreshEvening()
}

export const refreshEvening = (): Promise<void> => queryClient.invalidateQueries({ queryKey: firstEveningQuery.queryKey })
