import type { ComponentProps } from 'react'
import { DiscordPage } from '../../features/community/discord/DiscordPage.tsx'
import { useFollows } from '../../features/community/entitlements/entitlements.port.ts'
import { SyncNotice } from '../../features/community/sync/SyncNotice.port.tsx'

const syncNotice: NonNullable<ComponentProps<typeof DiscordPage>['notice']> = (guild) => <SyncNotice guild={guild} />

/** The sources of a role, and how far roles follow, are known by features that stand on the pages of Discord; so both are passed in here. */
export const ManageDiscordPage = () => <DiscordPage follows={useFollows()} notice={syncNotice} />
