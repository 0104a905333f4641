/**
 * Finds postal addresses with a street, a town and a postal code, as the United States, Britain and Germany write them.
 * @type {(text: string) => Detection[]}
 */
const findPostalAddresses = (() => {
    const CODES = "A[KLRZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]";
    const STATES =
        "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|" +
        "Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|" +
        "New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|" +
        "Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming";
    const STREETS =
        "Alley|Avenue|Ave|Boulevard|Blvd|Broadway|Circle|Cir|Close|Court|Ct|Crescent|Crossing|Drive|Dr|Embankment|Esplanade|Expressway|" +
        "Freeway|Gardens|Gate|Grove|Highway|Hwy|Hill|Lane|Ln|Loop|Mall|Mews|Parade|Parkway|Pkwy|Path|Pike|Place|Pl|Plaza|Point|Quay|Road|Rd|" +
        "Row|Run|Square|Sq|Street|St|Terrace|Ter|Trail|Turnpike|Walk|Way|Wharf";
    const BEFORE_START = /[\p{L}\p{N}_.,/#$€£–-]/u;
    const END = "(?![\\p{L}\\p{N}_-])";
    const NAME = "\\p{Lu}[\\p{L}\\p{M}'’.-]{0,24}";
    const STREET_NAME = `${NAME}|\\d{1,3}(?:st|nd|rd|th)`;
    const TOWN = `${NAME}(?: (?:${NAME}|upon|on|under|of|de|la|del)){0,3}`;
    /** A comma, an end of a line, or both. */
    const GAP = "(?:, ?\\n? ?| ?\\n ?)";

    const STREET = `(?:[1-9]\\d{0,5}(?:[A-Za-z]|-\\d{1,4})?(?: 1/2)? (?:(?:${STREET_NAME}) (?:(?:${STREET_NAME}|of|the|de|la|del|los|las|el) ){0,4})?(?:${STREETS})\\.?(?: of the ${NAME})?(?: (?:[NS]?[NESW]\\.?|North|South|East|West))?|P\\.? ?O\\.? Box \\d{1,6})`;
    const UNIT = `(?:(?:${GAP}| )(?:(?:Apartment|Apt|Suite|Ste|Unit|Floor|Fl|Room|Rm|Building|Bldg|#)\\.? ?#?[\\w-]{1,6}|\\d{1,3}(?:st|nd|rd|th) [Ff]loor))?`;
    const ZIP = "\\d{5}(?:-\\d{4})?";
    const UNITED_STATES = new RegExp(
        `${STREET}${UNIT}(?:(?:${GAP}| )${TOWN}(?:, ?| )(?:${CODES}|${STATES})\\.?,? ${ZIP}|${GAP}${TOWN},? ${ZIP})${END}` +
            `(?:${GAP}(?:USA|U\\.S\\.A\\.|United States(?: of America)?)${END})?`, "gu");
    const POSTCODE = "[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2}";
    const BRITAIN = new RegExp(
        `${STREET}${UNIT}(?:${GAP}${TOWN}){1,4}(?:${GAP}| )${POSTCODE}${END}(?:${GAP}(?:UK|United Kingdom|England|Scotland|Wales)${END})?`, "gu");

    const WORD = "\\p{Lu}[\\p{L}\\p{M}.-]{0,30}";
    const ENDING = "(?:[Ss]traße|[Ss]trasse|[Ss]tr\\.|[Ww]eg|[Pp]latz|[Aa]llee|[Gg]asse|[Rr]ing|[Dd]amm|[Uu]fer|[Cc]haussee|[Mm]arkt|[Gg]raben|[Ss]tieg)";
    const BEFORE_NAME = "(?:Unter de[nr]|An de[nr]|Auf de[mr]|In der|Vor dem|Hinter de[mr]|Am|Im|Zum|Zur|Beim)";
    const GERMAN_TOWN = "(?:(?:Bad|Sankt) )?\\p{Lu}[\\p{L}\\p{M}-]{0,30}\\p{L}(?: (?:am|an der|im|in der|ob der) \\p{Lu}[\\p{L}\\p{M}-]{1,30})?";
    const GERMANY = new RegExp(
        `(?:(?:${WORD} ){0,3}(?=\\p{Lu})[\\p{L}\\p{M}.-]{0,30}?${ENDING}|${BEFORE_NAME}(?: ${WORD}){1,3}) \\d{1,4}(?: ?[a-z])?(?:[-–/]\\d{1,4}[a-z]?)?` +
            `${GAP}(?:DE?-)?\\d{5} ${GERMAN_TOWN}${END}(?:${GAP}(?:Deutschland|Germany)${END})?`, "gu");

    return (text) => {
        const patterns = [
            ...(/\b\d{5}\b/u.test(text) ? [UNITED_STATES, GERMANY] : []),
            ...(/\d[A-Z\d]? \d[A-Z]{2}\b/u.test(text) ? [BRITAIN] : []),
        ];
        return patterns.flatMap((pattern) => detections(text, pattern, "address", () => true, BEFORE_START));
    };
})();
