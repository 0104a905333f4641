// The vocabulary between this process and the web processes: the names of messages, the types of their parameters, the
// keys of their facts, and the frames of the channel. The shim (`cwk_*.c`), the web-process extension
// (CWebProcessExtension) and Swift read it here, and no other file has these texts. Scripts/check compares them.
//
// A type is GVariant's. Where a side reads or writes a type by another format, the format stands below the type.
#ifndef CWK_MESSAGES_H
#define CWK_MESSAGES_H

#include <stdint.h>

// Facts by the keys below. An unknown fact is absent.
#define CWK_FACTS_TYPE "a{sv}"
#define CWK_EMPTY_TYPE "()"
#define CWK_TEXT_TYPE "(s)"
#define CWK_TEXT_READ "(&s)"

// A frame: WebKit's id, or 0 where scripts may not run in it; the address and the origin of its document; whether it is
// the main frame.
#define CWK_FRAME_TYPE "(tssb)"
#define CWK_FRAME_READ "(t&s&sb)"

// A frame, and a text that belongs to it.
#define CWK_FRAME_TEXT_TYPE "(" CWK_FRAME_TYPE "s)"
#define CWK_FRAME_TEXT_READ "(" CWK_FRAME_READ "&s)"
#define CWK_FRAME_TEXT_WRITE "(@" CWK_FRAME_TYPE "s)"

// MARK: To every web process

// The bridge's scheme, and the hosts whose http(s) addresses stand for the scheme's.
#define CWK_MESSAGE_HOSTS "swwebview-hosts"
#define CWK_HOSTS_TYPE "(sas)"
#define CWK_HOSTS_WRITE "(s^as)"

// The names of the script worlds whose documents the view must know.
#define CWK_MESSAGE_WORLDS "swwebview-worlds"

// The schemes that handlers of the host serve, in lower case. `<video>` and `<audio>` may load from them.
#define CWK_MESSAGE_SCHEMES "swwebview-schemes"
#define CWK_SCHEMES_TYPE "as"

// Has requests and documents follow changes of user agents. Without parameters.
#define CWK_MESSAGE_USER_AGENTS "swwebview-user-agents"

// What a web process is started with: the hosts as above, the socket of the channel, the worlds, whether user agents
// change, the beginnings of internal paths, the schemes as above.
#define CWK_SETTINGS_TYPE "(" CWK_HOSTS_TYPE "sasbasas)"
#define CWK_SETTINGS_READ "(@" CWK_HOSTS_TYPE "&s@asb@as@as)"
#define CWK_SETTINGS_WRITE "(@" CWK_HOSTS_TYPE "s@asb^as@as)"

// MARK: To a page

// A file page, and the path of the folder or file that it may read.
#define CWK_MESSAGE_FILES "swwebview-files"
#define CWK_FILES_TYPE "(ss)"
#define CWK_FILES_READ "(&s&s)"

// The address of a page, those of its archive's resources, and what stands before such an address where the host serves
// the resource.
#define CWK_MESSAGE_ARCHIVE "swwebview-archive"
#define CWK_ARCHIVE_TYPE "(sass)"
#define CWK_ARCHIVE_WRITE "(s@ass)"

// Nobody answers it: the refusal comes after those of all messages before.
#define CWK_MESSAGE_ARRIVAL "swwebview-arrival"

// MARK: Questions to a page. The answers are facts.

// The facts URI, TYPE, REFERRER, DESTINATION and ACCEPT of the request, and IS_REDIRECT. The answer has SOURCE, TARGET,
// IS_SUBFRAME where only that is known of the target, DOWNLOAD for a link with the
// attribute, and REFERRER_POLICY.
#define CWK_MESSAGE_NAVIGATION "swwebview-navigation"

// Without parameters: which file input was clicked. The answer has SOURCE and IS_DIRECTORY.
#define CWK_MESSAGE_CHOOSER "swwebview-chooser"

// Whether a camera and a microphone are wanted. The answer has SOURCE.
#define CWK_MESSAGE_CAPTURE "swwebview-capture"
#define CWK_CAPTURE_TYPE "(bb)"

// The facts FRAME, WORLD (empty for the page's own), SCRIPT, SOURCE (its address in errors), and IS_CALL, which has a
// promise awaited. The answer is 0 and the value in JSON, see CWK_FRAME_VALUE_OBJECT, or a CWKFrameScriptFailure and a
// message.
#define CWK_MESSAGE_SCRIPT "swwebview-script"
#define CWK_MESSAGE_SCRIPT_RESULT "swwebview-script-result"
#define CWK_SCRIPT_RESULT_TYPE "(us)"
#define CWK_SCRIPT_RESULT_READ "(u&s)"

typedef enum CWKFrameScriptFailure {
  // The frame is gone, or the web process has no extension.
  CWK_FRAME_SCRIPT_NO_FRAME = 1,
  CWK_FRAME_SCRIPT_NO_VALUE = 2,
  CWK_FRAME_SCRIPT_EXCEPTION = 3,
  // The document ended before the promise settled.
  CWK_FRAME_SCRIPT_ABANDONED = 4,
} CWKFrameScriptFailure;

// Values that JSON lacks are objects with one of these members: the members of an object; 0 or 1; the milliseconds of a
// date, null for an invalid one; the name of a number; 0.
#define CWK_FRAME_VALUE_OBJECT "o"
#define CWK_FRAME_VALUE_BOOLEAN "b"
#define CWK_FRAME_VALUE_DATE "d"
#define CWK_FRAME_VALUE_NUMBER "n"
#define CWK_FRAME_VALUE_UNDEFINED "u"

// Numbers of WebKitNavigationType.
typedef enum CWKNavigationType {
  CWK_NAVIGATION_LINK = 0,
  CWK_NAVIGATION_FORM = 1,
  CWK_NAVIGATION_HISTORY = 2,
  CWK_NAVIGATION_RELOAD = 3,
  CWK_NAVIGATION_FORM_AGAIN = 4,
  CWK_NAVIGATION_OTHER = 5,
} CWKNavigationType;

// MARK: To the view

// A document began: ID, URL, ORIGIN, CREATOR, IS_MAIN_FRAME, HAS_OPENER.
#define CWK_MESSAGE_DOCUMENT "swwebview-document"

// A document's place in one script world: ID, WORLD, URL, ORIGIN, FRAME, IS_MAIN_FRAME. Then the id of one that is
// gone.
#define CWK_MESSAGE_SENDER "swwebview-sender"
#define CWK_MESSAGE_SENDER_GONE "swwebview-sender-gone"

// A click, with the frame and the address of a link.
#define CWK_MESSAGE_CLICK "swwebview-click"

// The address of a file page that may not be read.
#define CWK_MESSAGE_FILE_REFUSED "swwebview-file-refused"

// A script calls a function that opens a dialog or a window: the frame and a window's features. Then the call's end,
// without parameters.
#define CWK_MESSAGE_CALL "swwebview-call"
#define CWK_MESSAGE_CALL_ENDED "swwebview-call-ended"

// MARK: Facts

// Texts, where no type is named.
#define CWK_FACT_ACCEPT "accept"
#define CWK_FACT_CREATOR "creator"
#define CWK_FACT_DESTINATION "destination"
#define CWK_FACT_DOWNLOAD "download"
#define CWK_FACT_REFERRER_POLICY "referrerPolicy"
// t: WebKit's id of a frame.
#define CWK_FACT_FRAME "frame"
// b
#define CWK_FACT_HAS_OPENER "hasOpener"
#define CWK_FACT_ID "id"
// b
#define CWK_FACT_IS_CALL "isCall"
// b
#define CWK_FACT_IS_DIRECTORY "isDirectory"
// b
#define CWK_FACT_IS_MAIN_FRAME "isMainFrame"
// b
#define CWK_FACT_IS_REDIRECT "isRedirect"
// b
#define CWK_FACT_IS_SUBFRAME "isSubframe"
#define CWK_FACT_ORIGIN "origin"
#define CWK_FACT_REFERRER "referrer"
// ay
#define CWK_FACT_SCRIPT "script"
// A frame in answers, the address of a script in its question.
#define CWK_FACT_SOURCE "source"
// A frame.
#define CWK_FACT_TARGET "target"
// i: CWKNavigationType
#define CWK_FACT_TYPE "type"
#define CWK_FACT_URI "uri"
#define CWK_FACT_URL "url"
#define CWK_FACT_WORLD "world"

// MARK: Requests

// The header with facts about a request that WebKit does not report, as the pairs of a query. RequestMark in Swift
// reads it. The page's runtime writes such pairs into the fragment of an address instead, after CWK_MARK_FRAGMENT.
#define CWK_MARK_HEADER "X-SWWebView-Mark"
#define CWK_MARK_FRAGMENT "___sw?"

// The header of a request that a media element makes on a custom scheme: "audio" or "video". The host removes it before
// a handler sees the request.
#define CWK_MEDIA_HEADER "X-SWWebView-Media"

#define CWK_MARK_ANSWER "answer"
#define CWK_MARK_CREDENTIALS "credentials"
#define CWK_MARK_DESTINATION "destination"
#define CWK_MARK_DOCUMENT "document"
#define CWK_MARK_ELSEWHERE "elsewhere"
#define CWK_MARK_INTEGRITY "integrity"
#define CWK_MARK_MODE "mode"
#define CWK_MARK_ORIGIN "origin"
#define CWK_MARK_REFERRER "referrer"
#define CWK_MARK_REFERRER_POLICY "referrerPolicy"
#define CWK_MARK_SANDBOXED "sandboxed"

// MARK: Windows. Scripts of the host take these properties away at document start.

// A document's end of the channel, an object with the functions `post`, `hear` and, in a trace, `hop`.
#define CWK_WINDOW_CHANNEL "___swwebviewChannel"
// The id of a document of the bridge.
#define CWK_WINDOW_DOCUMENT "___swwebviewDocument"
// The document as a sender of script messages, an object with the members `id` and `moved`.
#define CWK_WINDOW_SENDER "___swwebviewSender"

// MARK: Channel

// The head of a frame, in the machine's order. The text and the further bytes come after it.
typedef struct CWKChannelHeader {
  // A CWKChannelKind.
  uint32_t kind;
  uint32_t document;
  uint32_t text_size;
  uint32_t bytes_size;
} CWKChannelHeader;

typedef enum CWKChannelKind {
  // A document has a channel. The text is the document's id.
  CWK_CHANNEL_OPEN = 1,
  CWK_CHANNEL_CLOSE = 2,
  CWK_CHANNEL_MESSAGE = 3,
  // A question of a script that waits, over a connection of its own. The further bytes are lines: the number of
  // the page, the document's id, its address and its origin, and the origins of the documents around it, the nearest
  // first. Or the answer, without bytes.
  CWK_CHANNEL_QUESTION = 4,
} CWKChannelKind;

// The question whether the host has a part in a request to an address that is not the bridge's. Lines follow: the
// method, the address, the pairs of a mark, and each header as "name: value". Scripts of the runtime ask it, too.
#define CWK_QUESTION_REQUEST "request"
// The answers besides an empty one, with which WebKit sends the request: a service worker answers, under the name that
// follows; the address is the bridge's; the page is secure, and the address must not be requested, or only over https.
#define CWK_ANSWER_OF_WORKER CWK_MARK_ANSWER "="
#define CWK_ANSWER_BRIDGED "bridged"
#define CWK_ANSWER_BLOCKED "blocked"
#define CWK_ANSWER_UPGRADED "upgraded"

enum {
  // The size of the largest frame, with its head, that either side accepts.
  CWK_CHANNEL_LARGEST_FRAME = 1 << 28,
};

#endif
