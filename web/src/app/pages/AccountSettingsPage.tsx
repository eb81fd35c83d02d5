import type { ComponentProps } from 'react'
import { DiscordConfirmed } from '../../features/community/links/DiscordConfirmed.port.tsx'
import { DiscordCard } from '../../features/community/links/DiscordCard.port.tsx'
import { DiscordChoices } from '../../features/community/posts/DiscordChoices.port.tsx'
import { TrackNoticeCard } from '../../features/game/replay/TrackNoticeCard.port.tsx'
import { DailyMailCard } from '../../features/portal/waiting/DailyMailCard.port.tsx'
import { SettingsPage } from '../../features/people/account/SettingsPage.tsx'

const confirmed: ComponentProps<typeof SettingsPage>['confirmed'] = (what) => <DiscordConfirmed>{what}</DiscordConfirmed>

/** People must depend neither on the game nor on Discord, so what those keep of a member is passed in here. */
export const AccountSettingsPage = () => (
  <SettingsPage
    tracks={<TrackNoticeCard />}
    mail={<DailyMailCard />}
    discord={<DiscordCard choices={<DiscordChoices />} />}
    confirmed={confirmed}
  />
)
