/**
 * Finds numbers of parcels whose check digit is right: of UPS, of the United States Postal Service and of the Universal Postal Union
 * wherever they are, and of FedEx after its name or the words "tracking number".
 * @type {(text: string) => Detection[]}
 */
const findTrackingNumbers = (() => {
    const UPS = /\b1Z(?: ?[0-9A-Z]){16}(?![\w-])/gu;
    const POSTAL_SERVICE = /\b9[1-5](?: ?\d){18,20}(?![\w-]|[.,]\d)/gu;
    const POSTAL_UNION = /\b[A-Z]{2} ?(?:\d ?){9}(?:AT|AU|BE|BR|CA|CH|CN|CZ|DE|DK|ES|FI|FR|GB|HK|IE|IL|IN|IT|JP|KR|MX|MY|NL|NO|NZ|PL|PT|SE|SG|TH|TR|TW|UA|US|ZA)(?![\w-])/gu;
    const FEDEX = /\b(?:fedex|tracking (?:number|no\.?|id|code))\b[^\d\n]{0,30}(?<part>\d{4} ?\d{4} ?\d{4}(?: ?\d{3})?)(?![\w-]|[.,]\d)/giu;

    /** Returns the sum of digits, each times the weight of its place. */
    const weigh = (/** @type {number[]} */ digits, /** @type {number[]} */ weights) =>
        digits.reduce((sum, digit, place) => sum + digit * weights[place % weights.length], 0);
    const read = (/** @type {string} */ number) => [...number.replace(/ /gu, "")];

    /** Checks the last digit as bar codes do: from the right, every other digit counts three times. */
    const hasBarCodeCheck = (/** @type {string} */ number) => {
        const [check, ...digits] = read(number).map(Number).reverse();
        return (10 - (weigh(digits, [3, 1]) % 10)) % 10 === check;
    };

    const isUPS = (/** @type {string} */ number) => {
        // A is 2, B is 3 and so on.
        const values = read(number).slice(2).map((sign) => (/\d/u.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10));
        const check = values.pop();
        return (10 - (weigh(values, [1, 2]) % 10)) % 10 === check && /\d$/u.test(number);
    };

    const isPostalUnion = (/** @type {string} */ number) => {
        const digits = read(number).slice(2, 11).map(Number), check = digits.pop();
        const rest = 11 - (weigh(digits, [8, 6, 4, 2, 3, 5, 9, 7]) % 11);
        return (rest === 10 ? 0 : rest === 11 ? 5 : rest) === check;
    };

    const isFedEx = (/** @type {string} */ number) => {
        const digits = read(number).map(Number);
        if (digits.length === 15) return hasBarCodeCheck(number);
        const check = digits.pop();
        return (weigh(digits, [3, 1, 7]) % 11) % 10 === check;
    };

    return (text) => [
        ...detections(text, UPS, "misc", isUPS),
        ...detections(text, POSTAL_SERVICE, "misc", (number) => [20, 22].includes(read(number).length) && hasBarCodeCheck(number), /[\w.,/-]/u),
        ...detections(text, POSTAL_UNION, "misc", isPostalUnion),
        ...(/fedex|tracking/iu.test(text) ? detections(text, FEDEX, "misc", isFedEx) : []),
    ];
})();

/**
 * Finds flights: the code of an airline and a number after the word "flight" or the name of an airline.
 * @type {(text: string) => Detection[]}
 */
const findFlightNumbers = (() => {
    const AIRLINES = new Map(
        [
            "3K Jetstar Asia", "3U Sichuan Airlines", "4U Germanwings", "5J Cebu Pacific", "6E IndiGo", "7C Jeju Air", "9W Jet Airways", "A3 Aegean Airlines",
            "AA American Airlines", "AC Air Canada", "AD Azul", "AF Air France", "AI Air India", "AK AirAsia", "AM Aeromexico", "AR Aerolineas Argentinas",
            "AS Alaska Airlines", "AT Royal Air Maroc", "AV Avianca", "AY Finnair", "AZ ITA Airways", "B6 JetBlue", "BA British Airways", "BR EVA Air",
            "BT airBaltic", "CA Air China", "CI China Airlines", "CM Copa Airlines", "CX Cathay Pacific", "CZ China Southern Airlines", "D8 Norwegian",
            "DE Condor", "DL Delta Air Lines", "DY Norwegian Air Shuttle", "EI Aer Lingus", "EK Emirates", "EN Air Dolomiti", "ET Ethiopian Airlines",
            "EW Eurowings", "EY Etihad Airways", "F9 Frontier Airlines", "FI Icelandair", "FJ Fiji Airways", "FR Ryanair", "FZ flydubai", "G3 Gol", "GA Garuda Indonesia",
            "GF Gulf Air", "HA Hawaiian Airlines", "HU Hainan Airlines", "HV Transavia", "IB Iberia", "JL Japan Airlines", "JQ Jetstar", "JU Air Serbia",
            "KE Korean Air", "KL KLM", "KQ Kenya Airways", "KU Kuwait Airways", "LA LATAM", "LG Luxair", "LH Lufthansa", "LO LOT Polish Airlines", "LS Jet2",
            "LX SWISS", "LY El Al", "ME Middle East Airlines", "MH Malaysia Airlines", "MS EgyptAir", "MU China Eastern Airlines", "NH All Nippon Airways", "NK Spirit Airlines",
            "NZ Air New Zealand", "OK Czech Airlines", "OS Austrian Airlines", "OU Croatia Airlines", "OZ Asiana Airlines", "PC Pegasus Airlines", "PG Bangkok Airways",
            "PR Philippine Airlines", "QF Qantas", "QR Qatar Airways", "RJ Royal Jordanian", "RO Tarom", "SA South African Airways", "SK Scandinavian Airlines",
            "SN Brussels Airlines", "SQ Singapore Airlines", "SU Aeroflot", "SV Saudia", "TG Thai Airways", "TK Turkish Airlines", "TO Transavia France", "TP TAP Air Portugal",
            "TR Scoot", "U2 easyJet", "UA United Airlines", "UL SriLankan Airlines", "UX Air Europa", "VA Virgin Australia", "VN Vietnam Airlines",
            "VS Virgin Atlantic", "VY Vueling", "W6 Wizz Air", "WN Southwest Airlines", "WS WestJet", "WY Oman Air", "X3 TUI fly",
        ].map((airline) => [airline.slice(0, 2), airline.slice(3)]));
    /** Names, which for "Delta Air Lines" are also "Delta". */
    const names = (/** @type {string} */ airline) => [airline, airline.replace(/ (?:Airlines|Air Lines|Airways)$/u, "")];
    const NAMES = [...AIRLINES.values()].flatMap(names).sort((a, b) => b.length - a.length).join("|");
    const BEFORE_START = /[\p{L}\p{N}_-]/u;
    const END = "(?![\\p{L}\\p{N}_-]|[.,:]\\d)";
    const WITH_CODE = new RegExp(`\\b(?<code>${[...AIRLINES.keys()].join("|")}) ?\\d{1,4}${END}`, "gu");
    const WORD = /(?:^|[^\p{L}\p{N}_-])[Ff](?:lights?|LIGHT)(?:[ \n](?:[Nn]umber|[Nn]o\.?))?:?[ \n]?#?$/u;
    const WITHOUT_CODE = new RegExp(`(?:${NAMES}) [Ff]light #?\\d{1,4}${END}`, "gu");

    return (text) => {
        const isFlight = (/** @type {string} */ part, /** @type {RegExpExecArray} */ { index, groups }) => {
            if (/^..[ 0]*$/u.test(part)) return false;
            const before = text.slice(Math.max(0, index - 30), index);
            return WORD.test(before) || names(AIRLINES.get(groups?.code ?? "") ?? "").some((name) => before.trimEnd().endsWith(name));
        };
        return [
            ...detections(text, WITH_CODE, "misc", isFlight, BEFORE_START),
            ...(/[Ff]light #?\d/u.test(text) ? detections(text, WITHOUT_CODE, "misc", () => true, BEFORE_START) : []),
        ];
    };
})();
