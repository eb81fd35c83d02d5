import { approvingDepartment, vehiclesNeedApproval, weaponsNeedApproval } from '../records/approvals.ts'
import { timeZoneSetting } from './calendar.ts'
import { communityNameSetting } from './community.ts'
import { LOOK_SETTINGS } from './look.ts'
import { distancesSetting, moneySetting } from './measures.ts'
import { SOUND_SETTINGS } from './sounds.settings.ts'
import { isFeatureSwitch, type FeatureSwitch, type Setting } from '../setting.ts'
import { portal911 } from '../dispatch/desk.ts'
import {
  licenceDays,
  licencesNeedApproval,
  maxCharacters,
  maxVehicles,
  officersCreateCharacters,
  ownersSeeLookups,
  pointsLapseDays,
  pointsSuspensionDays,
  pointsToSuspend,
} from '../records/records.ts'
import { REPORT_APPROVAL } from '../records/reports.approval.ts'
import { medicalSwitch } from '../records/reports.settings.ts'
import { courtName, WARRANT_DAYS } from '../legal/warrants.court.ts'
import { warrantsSwitch } from '../legal/warrants.settings.ts'
import { absenceMinutes, absenceRule, civilianPatrols, inactiveDays, quotaPeriod, quotasSwitch } from '../patrols/patrols.settings.ts'
import { membersReplayOwn, trackDays, trackMegabytes } from '../game/tracks.settings.ts'
import { registrationDays, registrationOpen, registrationWork } from '../community/registrations.settings.ts'
import { votesSwitch } from '../community/votes.settings.ts'
import { bolosSwitch } from '../records/bolos.settings.ts'
import { penalCodeOpen } from '../records/offences.settings.ts'
import { finesSwitch } from '../records/penalties.settings.ts'
import { replaySwitch } from '../game/replay.settings.ts'
import { leaveSwitch } from '../people/leaves.settings.ts'
import { steamSwitch } from '../people/steam-claims.settings.ts'
import { ridealongHours } from '../community/grants.ts'
import { supportDays, ticketsSwitch } from '../community/support.settings.ts'
import { unitSilenceGraceMinutes, unitSilenceMinutes } from '../dispatch/welfare.ts'

/** Every setting of the portal, in the order in which they are shown. The portal does not start if a setting belongs to no feature. */
export const SETTINGS: readonly Setting[] = [
  communityNameSetting,
  timeZoneSetting,
  moneySetting,
  distancesSetting,
  ...LOOK_SETTINGS,
  ...SOUND_SETTINGS,
  portal911,
  bolosSwitch,
  finesSwitch,
  medicalSwitch,
  warrantsSwitch,
  leaveSwitch,
  steamSwitch,
  quotasSwitch,
  replaySwitch,
  ticketsSwitch,
  votesSwitch,
  registrationOpen,
  registrationWork,
  registrationDays,
  unitSilenceMinutes,
  unitSilenceGraceMinutes,
  civilianPatrols,
  absenceRule,
  absenceMinutes,
  quotaPeriod,
  inactiveDays,
  trackDays,
  trackMegabytes,
  membersReplayOwn,
  penalCodeOpen,
  maxCharacters,
  maxVehicles,
  licencesNeedApproval,
  vehiclesNeedApproval,
  weaponsNeedApproval,
  approvingDepartment,
  licenceDays,
  pointsLapseDays,
  pointsToSuspend,
  pointsSuspensionDays,
  officersCreateCharacters,
  ownersSeeLookups,
  ...Object.values(REPORT_APPROVAL),
  courtName,
  ...Object.values(WARRANT_DAYS),
  supportDays,
  ridealongHours,
]

/** The switches of everything that can be switched off. */
export const FEATURE_SWITCHES: readonly FeatureSwitch[] = SETTINGS.filter(isFeatureSwitch)

/** The settings that pages know while they are off, so that no page requests what the server would refuse. */
export const TOLD_WHILE_OFF: readonly Setting<boolean>[] = [...FEATURE_SWITCHES, ownersSeeLookups]
