export {
  CALL_TIMEOUT_MS,
  callRequest,
  lookUpRequest,
  placeRequest,
  readFoundCall,
  readLookUp,
  readPlacing,
  retellAccount,
  type LookedUp,
  type OrderedCall,
  type PlacingAnswer,
  type RetellAccount,
} from './retell.js';
export { isGenuineRetell, looksSignedByRetell, readRetellEvent, type VoiceEvent } from './retell-events.js';
