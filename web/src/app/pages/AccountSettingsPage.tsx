import { TrackNoticeCard } from '../../features/game/replay/TrackNoticeCard.port.tsx'
import { SettingsPage } from '../../features/people/account/SettingsPage.tsx'

/** People must not depend on the game, so what the game keeps of a member is passed in here. */
export const AccountSettingsPage = () => <SettingsPage tracks={<TrackNoticeCard />} />
