/**
 * How many leads may be on their way to one campaign: routed there and not ended. At this bound routing takes no more
 * leads for the campaign until some of these end. It is soft: what several workers route in the same moment may exceed it.
 */
export const MAX_ON_THE_WAY = 2_000;
