// The declarations that PageAPIUses.swift puts before these files, for the type check; no code.

/** The names of all counted APIs, in the order of their numbers. */
declare const apiNames: string[];

/** The first line of each message. */
declare const usesToken: string;

/** Sends text to the host. */
declare const tellHost: (text: string) => void;

/** The function of api_lookup.js. */
declare const propertyOf: (api: string) => {owner: any, name: string} | undefined;
